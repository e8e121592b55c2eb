/// What a person may have meant by a word that is none of the known ones.
enum Nearest {
  /// The known word that is at most two slips of the finger away and shares something with it, or nil.
  static func word(to word: String, among known: [String]) -> String? {
    let near = known.map { (distance(word, $0), $0) }.min { $0.0 < $1.0 }
    guard let (slips, found) = near, slips <= 2, slips < word.count else { return nil }
    return found
  }

  /// ` Did you mean list?`, or nothing.
  static func question(_ word: String, among known: [String]) -> String {
    self.word(to: word, among: known).map { " Did you mean \($0)?" } ?? ""
  }

  /// Letters to add, drop, change, or swap with the next one.
  static func distance(_ one: String, _ other: String) -> Int {
    let (one, other) = (Array(one.prefix(64)), Array(other))
    var before: [Int] = []
    var above = Array(0...other.count)
    for row in one.indices {
      var line = [row + 1]
      for column in other.indices {
        let change = above[column] + (one[row] == other[column] ? 0 : 1)
        var best = min(above[column + 1] + 1, line[column] + 1, change)
        if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
          best = min(best, before[column - 1] + 1)
        }
        line.append(best)
      }
      (before, above) = (above, line)
    }
    return above[other.count]
  }
}

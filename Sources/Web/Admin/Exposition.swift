/// Families of metrics in Prometheus' text format 0.0.4.
struct Exposition {
  /// One number of a family.
  struct Sample {
    let labels: [(name: String, value: String)]
    let value: String
    /// What follows the family's name, as in a histogram.
    let suffix: String

    init(_ value: String, _ labels: [(String, String)] = [], suffix: String = "") {
      self.labels = labels.map { (name: $0.0, value: $0.1) }
      self.value = value
      self.suffix = suffix
    }

    init(_ value: Int, _ labels: [(String, String)] = [], suffix: String = "") {
      self.init(String(value), labels, suffix: suffix)
    }
  }

  enum Kind: String { case counter, gauge, histogram }

  static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  private(set) var text = ""

  /// Adds a family; `help` is a sentence.
  mutating func add(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
    text += "# HELP \(name) \(Self.escape(help))\n# TYPE \(name) \(kind.rawValue)\n"
    for sample in samples {
      text += name + sample.suffix
      if !sample.labels.isEmpty {
        let labels = sample.labels.map { label in
          label.name + "=\"" + Self.escape(label.value, quoted: true) + "\""
        }
        text += "{" + labels.joined(separator: ",") + "}"
      }
      text += " " + sample.value + "\n"
    }
  }

  /// Adds a family of one number without labels.
  mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Int) {
    add(name, kind, help, [Sample(value)])
  }

  /// Adds a histogram: for each set of labels how many fell into the buckets up to each bound, and their sum. Bounds and
  /// sum are in microseconds, and told in seconds.
  mutating func add(
    _ name: String, _ help: String, bounds: [Int],
    _ series: [(labels: [(String, String)], counts: [Int], sum: Int)]
  ) {
    let edges = bounds.map(Self.seconds) + ["+Inf"]
    var samples: [Sample] = []
    for one in series {
      var total = 0
      for (edge, count) in zip(edges, one.counts) {
        total += count
        samples.append(Sample(total, one.labels + [("le", edge)], suffix: "_bucket"))
      }
      samples.append(Sample(Self.seconds(one.sum), one.labels, suffix: "_sum"))
      samples.append(Sample(total, one.labels, suffix: "_count"))
    }
    add(name, .histogram, help, samples)
  }

  /// Microseconds as a decimal number of seconds.
  static func seconds(_ microseconds: Int) -> String {
    let fraction = String(1_000_000 + microseconds % 1_000_000).dropFirst()
    return "\(microseconds / 1_000_000).\(fraction)"
  }

  private static func escape(_ text: String, quoted: Bool = false) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\"" where quoted: escaped += "\\\""
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

import Primitives

extension JSON {
  /// The same object with a member set in its place, or at the end; nil takes it away. What is no object stays as it is.
  package func with(_ name: String, _ value: JSON?) -> JSON {
    guard var members else { return self }
    if let index = members.firstIndex(where: { $0.name.hasSameBytes(as: name) }) {
      if let value { members[index] = Member(name, value) } else { members.remove(at: index) }
    } else if let value {
      members.append(Member(name, value))
    }
    return .object(members)
  }
}

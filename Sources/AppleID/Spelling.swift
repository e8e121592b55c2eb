extension String {
  /// Whether both are the same bytes. `==` takes two spellings of a text in Unicode for equal; Apple does not.
  func isSpelled(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

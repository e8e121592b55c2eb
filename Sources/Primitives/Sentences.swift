extension String {
  /// The text without the full stop at its end, where it becomes part of a longer sentence.
  package var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}

/// Where a moment comes from: seconds since 1970 (a NumericDate, RFC 7519 section 2).
package struct Clock: Sendable {
  package let now: @Sendable () -> Int

  package init(now: @escaping @Sendable () -> Int) { self.now = now }

  /// A clock that stands still at `moment` seconds since 1970.
  package static func fixed(at moment: Int) -> Clock { Clock { moment } }
}

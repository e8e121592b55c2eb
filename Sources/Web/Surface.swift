/// What a listener shows: Apple's side, the admin API, or both on one port.
package enum Surface: Sendable, Equatable {
  case apple, admin, both
}

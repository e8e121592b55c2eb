import Testing

@testable import HTTP

@Suite struct `A range of addresses` {
  @Test(arguments: [
    ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.0", false), ("10.1.2.3/8", "10.9.9.9", true),
    ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false), ("0.0.0.0/0", "8.8.8.8", true),
    ("0.0.0.0/0", "2001:db8::1", false), ("fe80::/10", "fe80::1", true), ("fe80::/10", "febf:ffff::", true),
    ("fe80::/10", "fec0::1", false), ("::1", "::1", true), ("::1", "::2", false),
    ("::/0", "2001:db8::", true),
    ("169.254.0.0/16", "::ffff:169.254.1.1", true), ("::ffff:169.254.0.0/112", "169.254.9.9", true),
    ("192.0.2.128/25", "192.0.2.127", false), ("192.0.2.128/25", "192.0.2.200", true),
  ])
  func `contains what begins with the same bits`(range: String, address: String, isWithin: Bool) throws {
    #expect(try AddressRange(range).contains(#require(Address(address))) == isWithin)
  }

  @Test(arguments: [
    "", "/", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/+8", "10.0.0.0/-1", "10.0.0.0/8/8", "10.0.0/8",
    "fe80::/129",
    "fe80::1%eth0", "localhost", "10.0.0.0/ 8", " 10.0.0.0/8", "10.0.0.0/99999999999999999999",
  ])
  func `is not read from other texts`(text: String) {
    let error = #expect(throws: AddressRangeError.self) { try AddressRange(text) }
    #expect(error?.description.hasPrefix("\"\(text)\" is no range of addresses: ") == true)
  }

  @Test func `says what is wrong`() {
    #expect(
      #expect(throws: AddressRangeError.self) { try AddressRange("10.0.0.0/33") }?.description
        == "\"10.0.0.0/33\" is no range of addresses: behind the slash belongs a number of bits, 0 to 32. "
        + "Write 10.0.0.0/8, fe80::/10 or a single address.")
  }

  @Test(arguments: [
    ("169.254.169.254", "169.254.169.254", "a link-local address"),
    ("2852039166", "169.254.169.254", "a link-local address"),
    ("0xa9fea9fe", "169.254.169.254", "a link-local address"),
    ("[::ffff:169.254.1.1]", "169.254.1.1", "a link-local address"),
    ("[fe80::1]", "fe80::1", "a link-local address"),
    ("224.0.0.1", "224.0.0.1", "a multicast address"),
    ("239.255.255.250", "239.255.255.250", "a multicast address"),
    ("[ff02::1]", "ff02::1", "a multicast address"),
    ("255.255.255.255", "255.255.255.255", "the broadcast address"),
  ])
  func `is refused by a dispatcher unless it is allowed`(host: String, address: String, kind: String) throws {
    let request = Request(method: "POST", target: "http://\(host):9/secret")
    let refused = Outcomes()
    try Dispatcher().keeping {
      $0.send(request, then: refused.taker()); _ = refused.wait()
    }
    let refusal = ClientError.refusedAddress(url: request.target, address: address, kind: kind)
    #expect(refused.all.map(\.error) == [refusal])
    let length = address.contains(":") ? 128 : 32
    #expect(
      refusal.description
        == "http://\(host):9 leads to \(address), \(kind); --notify-allow \(address)/\(length) would allow it."
    )

    let tried = Outcomes()
    let allowed = [try AddressRange("192.0.2.0/24"), try AddressRange("\(address)/\(length)")]
    try Dispatcher(timeoutMilliseconds: 200, allowed: allowed).keeping {
      $0.send(request, then: tried.taker())
      _ = tried.wait()
    }
    #expect(tried.all.count == 1)
    #expect(tried.all.first?.error != refusal)
  }

  @Test(arguments: [
    "127.0.0.1", "10.0.0.1", "192.168.1.1", "::1", "fd00::1", "8.8.8.8", "2001:db8::1", "100.64.0.1",
  ])
  func `that is loopback, private or public is never refused`(address: String) throws {
    #expect(AddressPolicy(allowed: []).objection(to: try #require(Address(address))) == nil)
  }
}

import AppleID
import JSON
import Provider
import Sample
import TestSupport
import Testing

@testable import Web

/// One list of each kind of names in the program, and every description held to it.
@Suite struct `Enumerations` {
  /// An enumeration of a description: where it stands, and its texts without `default`.
  private struct Described {
    let path: String
    let names: [String]
  }

  private static func names<Value: RawRepresentable<String> & CaseIterable>(_: Value.Type) -> [String] {
    Value.allCases.map { $0.rawValue }
  }

  /// By the end of the path.
  private static let byPath: [(end: String, names: [String])] = [
    ("rate_limits/items/properties/endpoint", Endpoint.ofApple.map(\.rawValue)),
    ("RateLimit/properties/endpoint", Endpoint.ofApple.map(\.rawValue)),
    ("rate_limit/properties/endpoint", Endpoint.ofApple.map(\.rawValue)),
    ("FaultSent/properties/endpoint", Fault.endpoints.map(Fault.name)),
    ("Fault/properties/endpoint", Fault.endpoints.map(Fault.name)),
    ("fault/properties/endpoint", Fault.endpoints.map(Fault.name)),
    ("properties/per", names(RateLimit.Per.self)),
    ("properties/plan", names(Rotation.Plan.self)),
    ("schedule/put/requestBody/content/application/json/schema/properties/plan", scheduled),
    ("KeySchedule/properties/plan", scheduled), ("schedule/properties/plan", scheduled),
    ("timeline/items/properties/step", names(Rotation.Step.Kind.self)),
    ("SigningKey/properties/state", names(SigningKey.State.self)),
    ("Transfer/properties/state", names(Transfer.State.self)),
    ("Notification/properties/state", names(Delivery.State.self)),
    ("notifications/get/parameters/11/schema", names(Delivery.State.self)),
    ("notifications/get/parameters/6/schema", names(NotificationEvent.Kind.self)),
    ("Notification/properties/type", names(NotificationEvent.Kind.self)),
    ("NotificationSent/properties/type", names(NotificationEvent.Kind.self)),
    ("Notification/properties/mutation", names(NotificationMutation.self)),
    ("NotificationSent/properties/mutation", names(NotificationMutation.self)),
    ("IdentityTokenMutation", names(IdentityTokenMutation.self)),
    ("$defs/mutation", names(IdentityTokenMutation.self)),
    ("ClientSecretMutation", names(ClientSecretMutation.self)),
    ("mutations/get/parameters/0/schema", names(Mutation.Kind.self)),
    ("mutations/items/properties/of", names(Mutation.Kind.self)),
    ("mutations/items/properties/expect", names(Mutation.Expectation.self)),
    ("Leniency", names(Leniency.self)), ("leniency", names(Leniency.self)), ("Era", names(Era.self)),
    ("properties/kind", names(Client.Kind.self)), ("properties/stamps", names(VirtualClock.Stamps.self)),
    ("properties/layer", names(BehaviourLayers.Layer.self)),
    ("SignIn/properties/outcome", names(SignIn.Outcome.self)),
    ("properties/answer", names(RateLimit.Answer.self)),
  ]
  private static let scheduled = [
    "graceful", "immediate", "emergency", "unpublished", "same-kid", "skew", "apple-2024", "add",
  ]
  /// Words of an answer, or of a few operations, that are a list nowhere else.
  private static let own = [
    "credential-state/get/responses/200/content/application/json/schema/properties/state",
    "auto-sign-in/put/requestBody/content/application/json/schema/properties/outcome",
    "AutoSignIn/properties/outcome", "SignIn/properties/flow", "properties/grant_type", "properties/reason",
    "Health/properties/status",
    "authorized_scopes/items", "rules/items/properties/outcome", "Snapshot/properties/format",
  ]

  private static func described(in json: JSON, at path: String = "") -> [Described] {
    var found: [Described] = []
    for member in json.members ?? [] {
      if member.name == "enum" {
        let names = (member.value.array ?? []).compactMap { $0.string ?? $0.int.map(String.init) }
        found.append(Described(path: path, names: names))
      }
      found += described(in: member.value, at: path + "/" + member.name)
    }
    for (index, element) in (json.array ?? []).enumerated() {
      found += described(in: element, at: path + "/\(index)")
    }
    return found
  }

  private static func document(_ name: String) throws -> JSON {
    try JSON(parsing: Array(Holdings.text(Holdings.root() + "/" + name).utf8))
  }

  @Test(arguments: ["docs/openapi.json", "seed/schema.json"])
  func `of a description are the program's`(name: String) throws {
    let document = try Self.document(name)
    let effects = (document["components"]?["schemas"]?["Effect"] ?? document["$defs"]?["effect"])?["oneOf"]
    let types = effects?.array?.flatMap { $0["properties"]?["type"]?["enum"]?.array ?? [] }.map(\.string)
    #expect(types == Fault.Effect.Kind.allCases.map(\.rawValue))
    for one in Self.described(in: document) {
      guard !one.path.contains("ffect/oneOf/"), !one.path.contains("/Switches/"),
        !one.path.contains("/behaviour/")
      else { continue }
      // The most of its path: what a schedule takes is less than what a rotation does.
      let known = Self.byPath.filter { one.path.hasSuffix("/" + $0.end) }.max {
        $0.end.utf8.count < $1.end.utf8.count
      }
      guard let known else {
        #expect(Self.own.contains { one.path.hasSuffix($0) }, "\(one.path) is held to nothing")
        continue
      }
      #expect(Set(one.names) == Set(known.names), "\(one.path)")
    }
  }

  @Test(arguments: ["docs/openapi.json", "seed/schema.json"])
  func `of switches are the program's`(name: String) throws {
    let document = try Self.document(name)
    let switches = document["components"]?["schemas"]?["Switches"] ?? document["$defs"]?["behaviour"]
    let properties = try #require(switches?["properties"]?.members)
    #expect(Set(properties.map(\.name)) == Set(Switch.all.map(\.name)))
    for property in properties {
      let found = try #require(Switch.named(property.name))
      guard let values = property.value["enum"]?.array?.filter({ $0 != "default" }) else { continue }
      for value in values {
        var behaviour = Behaviour()
        #expect(found.write(&behaviour, value), "\(property.name) does not take \(value.text())")
      }
      // And no other: those that the switch itself names.
      let named = found.values == "true or false" ? 2 : found.values.split(separator: ", ").count
      #expect(values.count == named, "\(property.name)")
    }
  }

  @Test func `of events are told of by the description and the stream`() throws {
    let description = try Self.document("docs/openapi.json")["paths"]?["/admin/events"]?["get"]?[
      "responses"]?["200"]?[
        "description"]
    let kinds = ["request"] + Events.Kind.allCases.map(\.rawValue)
    #expect(description?.string == "Server-sent events: " + kinds.joined(separator: ", ") + ".")
  }

  @Test func `of endpoints have a route each, and a place in the metrics`() throws {
    #expect(Set(AppleRoute.all.values.map(\.endpoint)) == Set(Endpoint.ofApple))
    for endpoint in Endpoint.ofApple { #expect(AppleRoute.all[endpoint.path ?? ""]?.endpoint == endpoint) }
    let text = try World().admin("GET", "metrics").text
    for endpoint in Endpoint.ofApple + [.unknown] {
      #expect(text.contains("endpoint=\"\(endpoint.rawValue)\""))
    }
  }

  @Test func `of switches hold one for every part of the behaviour`() {
    func parts(_ behaviour: Behaviour) -> [String: String] {
      Dictionary(
        uniqueKeysWithValues: Mirror(reflecting: behaviour).children.map { ($0.label ?? "", "\($0.value)") })
    }
    let usual = parts(Behaviour())
    var changed: Set<String> = []
    for one in Switch.all {
      let words = one.values.split { ", ".utf8.contains($0.utf8.first ?? 0) }.map { JSON.string(String($0)) }
      let candidates = words + [true, false, 7, "https://x.example", "max-age=7"]
      let labels = candidates.reduce(into: Set<String>()) { labels, value in
        var behaviour = Behaviour()
        guard one.write(&behaviour, value) else { return }
        labels.formUnion(parts(behaviour).filter { usual[$0.key] != $0.value }.keys)
      }
      #expect(labels.count == 1, "\(one.name) changes \(labels)")
      changed.formUnion(labels)
    }
    #expect(changed == Set(usual.keys), "parts without a switch: \(Set(usual.keys).subtracting(changed))")
    #expect(Switch.all.count == usual.count)
  }
}

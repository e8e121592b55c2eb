import AppleID
import JSON
import TestSupport
import Testing

@Suite struct `The events of a notification` {
  static let event = NotificationEvent(
    type: "email-disabled", sub: "001667.00000000000000000000000000000000.0433", eventTime: 1_608_693_364_100,
    privateEmail: "ttckg8zg7s@privaterelay.appleid.com")

  @Test(.shows(.notificationEvents)) func `are a string that holds an object, as captured`() {
    let text =
      #"{"type":"email-disabled","sub":"001667.00000000000000000000000000000000.0433","event_time":1608693364100,"#
      + #""email":"ttckg8zg7s@privaterelay.appleid.com","is_private_email":"true"}"#
    #expect(Self.event.events(Behaviour()) == .string(text))
  }

  @Test(arguments: [
    ("notification_events", "object"), ("notification_events", "array"), ("notification_time", "seconds"),
    ("notification_booleans", "boolean"),
  ])
  func `change with their switches`(name: String, value: String) throws {
    var layers = BehaviourLayers()
    try layers.set(
      [JSON.Member(name, .string(value)), JSON.Member("notification_events", "object")], in: .patch, path: "")
    try layers.set([JSON.Member(name, .string(value))], in: .patch, path: "")
    let events = Self.event.events(layers.resolved())
    let object = events.array?.first ?? events
    #expect((events.array != nil) == (value == "array"))
    #expect(object["event_time"]?.int == (value == "seconds" ? 1_608_693_364 : 1_608_693_364_100))
    #expect(object["is_private_email"] == (value == "boolean" ? true : "true"))
  }
}

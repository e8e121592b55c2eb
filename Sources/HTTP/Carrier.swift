import CCurl
import Glibc
import Primitives

/// The thread of a dispatcher and what only that thread touches, from `start` on.
final class Carrier {
  private let mailbox: Mailbox
  private let client: Client
  private let authorities: Authorities
  private let policy: AddressPolicy
  private let multi: UnsafeMutableRawPointer
  /// Those that may not be sent yet, the first last.
  private var delayed: [Sending] = []
  private var backlog = Backlog()
  private var flights: [UnsafeMutableRawPointer: Flight] = [:]

  /// Nil when libcurl doesn't start, or could not be woken.
  init?(_ mailbox: Mailbox, client: Client, authorities: Authorities, policy: AddressPolicy) {
    guard isCurlReady, let multi = curl_multi_init() else { return nil }
    // It starts without the descriptors it is woken by, too, and then waits for ever.
    guard curl_multi_wakeup(multi) == CURLM_OK else {
      curl_multi_cleanup(multi)
      return nil
    }
    self.mailbox = mailbox
    self.client = client
    self.authorities = authorities
    self.policy = policy
    self.multi = multi
    // Connections kept; otherwise four times as many as ever were requests at once.
    ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, Backlog.places)
  }

  deinit {
    curl_multi_cleanup(multi)
  }

  /// Starts the thread, which keeps all this alive. Throws where the system starts none.
  func start() throws(ThreadError) -> pthread_t {
    mailbox.wake(multi)
    // Vouched for: from here on that thread alone uses it.
    nonisolated(unsafe) let carrier = self
    do {
      return try startThread { carrier.run() }
    } catch {
      mailbox.wake(nil)
      throw error
    }
  }

  private func run() {
    while !mailbox.isClosed {
      for sending in mailbox.empty() { takeIn(sending) }
      while let next = delayed.last, next.due <= .now { backlog.add(delayed.removeLast()) }
      while let next = backlog.next() { send(next) }
      var count: Int32 = 0
      curl_multi_perform(multi, &count)
      // What has just ended made room for others.
      if !landFlights(), curl_multi_poll(multi, nil, 0, patience, nil) != CURLM_OK { usleep(10_000) }
    }
    mailbox.wake(nil)
    cutOff()
  }

  /// Milliseconds until the first that is delayed may be sent.
  private var patience: Int32 {
    guard let next = delayed.last else { return .max }
    return max(
      0, Int32(clamping: Int((ContinuousClock.now.duration(to: next.due) / .milliseconds(1)).rounded(.up))))
  }

  private func takeIn(_ sending: Sending) {
    guard sending.due > .now else { return backlog.add(sending) }
    var (low, high) = (0, delayed.count)
    while low < high {
      let middle = (low + high) / 2
      if delayed[middle].due > sending.due { low = middle + 1 } else { high = middle }
    }
    delayed.insert(sending, at: low)
  }

  private func send(_ sending: Sending) {
    do throws(ClientError) {
      let flight = try Flight(sending, by: client, policy: policy)
      let code = curl_multi_add_handle(multi, flight.handle)
      guard code == CURLM_OK else {
        throw .failed(url: sending.request.target, reason: String(cString: curl_multi_strerror(code)))
      }
      flights[flight.handle] = flight
    } catch {
      backlog.free(sending)
      sending.end(.failure(error))
    }
  }

  /// Tells of those that have ended; false when there are none.
  private func landFlights() -> Bool {
    var hasLanded = false
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left)?.pointee {
      guard message.msg == CURLMSG_DONE, let flight = flights.removeValue(forKey: message.easy_handle) else {
        continue
      }
      curl_multi_remove_handle(multi, flight.handle)
      backlog.free(flight.sending)
      flight.land(message.data.result)
      hasLanded = true
    }
    return hasLanded
  }

  private func cutOff() {
    for flight in flights.values {
      curl_multi_remove_handle(multi, flight.handle)
      flight.cutOff()
    }
    flights = [:]
    for sending in delayed + backlog.empty() + mailbox.empty() { sending.cutOff() }
  }
}

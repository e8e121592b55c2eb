import Glibc
import Primitives
import Synchronization

/// Outgoing HTTP that nobody waits for: one thread, started by the first request, sends all of them at once, so that
/// a receiver that is slow or dead delays no other.
///
/// Redirects are not followed, no proxy is asked, link-local, multicast and broadcast addresses are refused, and of a
/// body 16 KiB are received. Whoever lets go of it stops it.
package final class Dispatcher: Sendable {
  private let client: Client
  private let authorities: Authorities
  private let policy: AddressPolicy
  private let mailbox = Mailbox()
  private let thread = Mutex<pthread_t?>(nil)

  /// A dispatcher; `trustCA` is a PEM file of authorities to trust beside the system's, `allowed` what may be
  /// connected to although it is link-local, multicast or broadcast.
  package convenience init(
    timeoutMilliseconds: Int = 10_000, connectTimeoutMilliseconds: Int = 3000, trustCA: String? = nil,
    allowed: [AddressRange] = []
  ) throws(AuthoritiesError) {
    self.init(
      timeoutMilliseconds: timeoutMilliseconds, connectTimeoutMilliseconds: connectTimeoutMilliseconds,
      trusting: try Authorities(adding: trustCA), allowed: allowed)
  }

  init(
    timeoutMilliseconds: Int, connectTimeoutMilliseconds: Int, trusting authorities: Authorities,
    allowed: [AddressRange]
  ) {
    self.authorities = authorities
    client = Client(
      timeoutMilliseconds: timeoutMilliseconds, connectTimeoutMilliseconds: connectTimeoutMilliseconds,
      trustCA: authorities.path)
    policy = AddressPolicy(allowed: allowed)
  }

  deinit {
    stop()
  }

  /// Sends a request, whose target is an absolute URL, not before so many milliseconds, and returns at once.
  ///
  /// `done` is called once, on the dispatcher's thread, where everything waits for it; after `stop`, or where neither
  /// libcurl nor a thread starts, it is called at once, by this method.
  package func send(
    _ request: Request, delay milliseconds: Int = 0, then done: @escaping @Sendable (Dispatched) -> Void
  ) {
    let sending = Sending(request, after: milliseconds, then: done)
    guard mailbox.put(sending) else { return sending.cutOff() }
    startOnce()
  }

  /// Ends the thread and waits for it; whatever has no whole response by then is told that it is `stopped`.
  package func stop() {
    mailbox.close()
    guard let thread = thread.withLock({ $0.take() }) else { return }
    // The one that is called at the end of a request may be the last to hold the dispatcher.
    if pthread_equal(thread, pthread_self()) != 0 {
      pthread_detach(thread)
    } else {
      pthread_join(thread, nil)
    }
  }

  private func startOnce() {
    let failure: String? = thread.withLock { thread in
      guard thread == nil, !mailbox.isClosed else { return nil }
      guard let carrier = Carrier(mailbox, client: client, authorities: authorities, policy: policy) else {
        return "libcurl doesn't start"
      }
      do throws(ThreadError) {
        thread = try carrier.start()
        return nil
      } catch {
        return "the system starts no thread for it (\(SystemError(code: error.code)))"
      }
    }
    // Whoever stops it meanwhile does not know of what has come since.
    guard thread.withLock({ $0 == nil }) else { return }
    for sending in mailbox.empty() {
      if let failure, !mailbox.isClosed { sending.fail(failure) } else { sending.cutOff() }
    }
  }
}

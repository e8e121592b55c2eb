// Preloaded into tests under ThreadSanitizer: tells it what a fought-for Synchronization.Mutex does. Its fast path is
// inlined and so instrumented; the slow one lies in libswiftSynchronization, which is not, and so one holder was not
// seen to come after the other, and the state behind the Mutex was reported as a race. Here the slow path releases and
// acquires the address on which the fast path works.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *mutex

// Of the sanitizer's runtime; absent in processes that are not under it, as `swift test` itself.
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

static void *next(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (!function) abort();
  return function;
}

// _MutexHandle._lockSlow(_: UInt32)
SWIFT void $s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF(uint32_t thread, SELF) {
  static SWIFT void (*original)(uint32_t, SELF);
  if (!original) original = next("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
  original(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

// _MutexHandle._unlockSlow()
SWIFT void $s15Synchronization12_MutexHandleV11_unlockSlowyyF(SELF) {
  static SWIFT void (*original)(SELF);
  if (!original) original = next("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
  if (__tsan_release) __tsan_release(mutex);
  original(mutex);
}

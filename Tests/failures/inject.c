// Loaded before the C library (LD_PRELOAD): makes calls fail. MOCKAPPLE_FAIL is a list such as
// "pthread_create:3,socketpair:1+": the third call fails, or with a plus the first and all after it. MOCKAPPLE_FAILED is
// a file that gets a line for each call that failed.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int fails(const char *name, atomic_int *calls) {
  const char *plan = getenv("MOCKAPPLE_FAIL");
  int call = atomic_fetch_add(calls, 1) + 1;
  size_t length = strlen(name);
  while (plan && *plan) {
    if (!strncmp(plan, name, length) && plan[length] == ':') {
      char *end;
      long first = strtol(plan + length + 1, &end, 10);
      if (*end == '+' ? call >= first : call == first) {
        int file = open(getenv("MOCKAPPLE_FAILED"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        if (file < 0 || write(file, "failed\n", 7) != 7) abort();
        close(file);
        return 1;
      }
    }
    plan = strchr(plan, ',');
    if (plan) plan++;
  }
  return 0;
}

#define INJECT(result, name, parameters, arguments, failure)              \
  result name parameters {                                                \
    static atomic_int calls;                                              \
    static result(*real) parameters;                                      \
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name);                 \
    if (fails(#name, &calls)) return failure;                             \
    return real arguments;                                                \
  }

typedef void *(*body)(void *);
INJECT(int, pthread_create, (void *t, const void *a, body f, void *c), (t, a, f, c), EAGAIN)
INJECT(int, socketpair, (int d, int t, int p, int *s), (d, t, p, s), (errno = EMFILE, -1))
INJECT(int, epoll_create1, (int f), (f), (errno = EMFILE, -1))
INJECT(int, accept, (int s, void *a, void *l), (s, a, l), (errno = EMFILE, -1))
INJECT(void *, curl_multi_init, (void), (), NULL)
INJECT(void *, curl_easy_init, (void), (), NULL)
INJECT(int, curl_multi_add_handle, (void *m, void *e), (m, e), 3)
INJECT(int, sqlite3_bind_int64, (void *s, int i, long long v), (s, i, v), 7)
INJECT(int, sqlite3_bind_text, (void *s, int i, const char *t, int n, void *d), (s, i, t, n, d), 7)
INJECT(int, sqlite3_bind_null, (void *s, int i), (s, i), 7)

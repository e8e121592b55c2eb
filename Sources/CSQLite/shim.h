#include <sqlite3.h>

// A cast of -1 to a function pointer, which Swift cannot import: SQLite copies the bytes it is given.
static inline int csqlite_bind_text(sqlite3_stmt *s, int i, const char *t, int n) {
  return sqlite3_bind_text(s, i, t, n, SQLITE_TRANSIENT);
}
static inline int csqlite_bind_blob(sqlite3_stmt *s, int i, const void *b, int n) {
  return sqlite3_bind_blob(s, i, b, n, SQLITE_TRANSIENT);
}

static inline int csqlite_config_int(int option, int value) { return sqlite3_config(option, value); }

#include <stddef.h>

/// How many files are embedded; they are numbered from 0 in the order of sample.c.
size_t csample_count(void);

/// The name of file `index` below the top of the package, such as "seed/default.json".
const char *csample_name(size_t index);

/// The bytes of file `index`, not terminated by a zero.
const unsigned char *csample_bytes(size_t index);

/// The length of file `index` in bytes.
size_t csample_length(size_t index);

// The version in a target of its own: another one compiles this file again and nothing else.
#include "CVersion.h"

#ifndef MOCKAPPLE_VERSION
#define MOCKAPPLE_VERSION "0.1.0-dev"
#endif

const char *cversion(void) { return MOCKAPPLE_VERSION; }

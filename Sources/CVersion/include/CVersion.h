/// What this build calls itself: the text that MOCKAPPLE_VERSION held in the environment of the build, which the Makefile
/// takes from the git tag.
const char *cversion(void);

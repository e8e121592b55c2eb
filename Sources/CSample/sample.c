// The files that the program carries in itself. C, because Swift has no #embed.
#include "CSample.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char seed[] = {
#embed "../../seed/default.json"
};
static const unsigned char openapi[] = {
#embed "../../docs/openapi.json"
};
static const unsigned char client_key[] = {
#embed "../../keys/AuthKey_KEY0000001.p8"
};
static const unsigned char key_5ZzjIEw6HG[] = {
#embed "../../keys/5ZzjIEw6HG.pem"
};
static const unsigned char key_AE8UUUGyFs[] = {
#embed "../../keys/AE8UUUGyFs.pem"
};
static const unsigned char key_Cha9rI5abQ[] = {
#embed "../../keys/Cha9rI5abQ.pem"
};
static const unsigned char key_GxveuGhqaw[] = {
#embed "../../keys/GxveuGhqaw.pem"
};
static const unsigned char key_MvMf8rwkTC[] = {
#embed "../../keys/MvMf8rwkTC.pem"
};
static const unsigned char key_adLU8Skq3I[] = {
#embed "../../keys/adLU8Skq3I.pem"
};
static const unsigned char key_bxk061yINM[] = {
#embed "../../keys/bxk061yINM.pem"
};
static const unsigned char key_ew3wjxdmtv[] = {
#embed "../../keys/ew3wjxdmtv.pem"
};
static const unsigned char key_fI18ggqrpf[] = {
#embed "../../keys/fI18ggqrpf.pem"
};
static const unsigned char key_g8NP0t031f[] = {
#embed "../../keys/g8NP0t031f.pem"
};
static const unsigned char key_oYwApUVHmc[] = {
#embed "../../keys/oYwApUVHmc.pem"
};
static const unsigned char key_priVyIQ1NP[] = {
#embed "../../keys/priVyIQ1NP.pem"
};
static const unsigned char key_qAHTK7B3UM[] = {
#embed "../../keys/qAHTK7B3UM.pem"
};
static const unsigned char key_vbdMILbDDs[] = {
#embed "../../keys/vbdMILbDDs.pem"
};
static const unsigned char key_x7XzjBS7g6[] = {
#embed "../../keys/x7XzjBS7g6.pem"
};
static const unsigned char key_xNHpXl5Fww[] = {
#embed "../../keys/xNHpXl5Fww.pem"
};

static const struct {
  const char *name;
  const unsigned char *bytes;
  size_t length;
} files[] = {
  {"seed/default.json", seed, sizeof seed},
  {"docs/openapi.json", openapi, sizeof openapi},
  {"keys/AuthKey_KEY0000001.p8", client_key, sizeof client_key},
  {"keys/5ZzjIEw6HG.pem", key_5ZzjIEw6HG, sizeof key_5ZzjIEw6HG},
  {"keys/AE8UUUGyFs.pem", key_AE8UUUGyFs, sizeof key_AE8UUUGyFs},
  {"keys/Cha9rI5abQ.pem", key_Cha9rI5abQ, sizeof key_Cha9rI5abQ},
  {"keys/GxveuGhqaw.pem", key_GxveuGhqaw, sizeof key_GxveuGhqaw},
  {"keys/MvMf8rwkTC.pem", key_MvMf8rwkTC, sizeof key_MvMf8rwkTC},
  {"keys/adLU8Skq3I.pem", key_adLU8Skq3I, sizeof key_adLU8Skq3I},
  {"keys/bxk061yINM.pem", key_bxk061yINM, sizeof key_bxk061yINM},
  {"keys/ew3wjxdmtv.pem", key_ew3wjxdmtv, sizeof key_ew3wjxdmtv},
  {"keys/fI18ggqrpf.pem", key_fI18ggqrpf, sizeof key_fI18ggqrpf},
  {"keys/g8NP0t031f.pem", key_g8NP0t031f, sizeof key_g8NP0t031f},
  {"keys/oYwApUVHmc.pem", key_oYwApUVHmc, sizeof key_oYwApUVHmc},
  {"keys/priVyIQ1NP.pem", key_priVyIQ1NP, sizeof key_priVyIQ1NP},
  {"keys/qAHTK7B3UM.pem", key_qAHTK7B3UM, sizeof key_qAHTK7B3UM},
  {"keys/vbdMILbDDs.pem", key_vbdMILbDDs, sizeof key_vbdMILbDDs},
  {"keys/x7XzjBS7g6.pem", key_x7XzjBS7g6, sizeof key_x7XzjBS7g6},
  {"keys/xNHpXl5Fww.pem", key_xNHpXl5Fww, sizeof key_xNHpXl5Fww},
};

size_t csample_count(void) { return sizeof files / sizeof files[0]; }
const char *csample_name(size_t index) { return files[index].name; }
const unsigned char *csample_bytes(size_t index) { return files[index].bytes; }
size_t csample_length(size_t index) { return files[index].length; }

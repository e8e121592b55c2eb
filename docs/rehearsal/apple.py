"""What both backends share: the key set, an identity token held to it, and a login over HTTP.

Python's standard library alone, so that there is nothing to install; a real backend leaves the signature to a JWT library.
APPLE is where Apple is, PORT where the backend listens.
"""
import base64
import hashlib
import http.server
import json
import os
import time
import urllib.request

APPLE = os.environ.get("APPLE", "http://127.0.0.1:8080")
CLIENT = "com.example.app"
# PKCS #1 v1.5: what stands before a SHA-256 hash under an RS256 signature.
PREFIX = bytes.fromhex("3031300d060960864801650304020105000420")


class Refused(Exception):
    """Why somebody is not logged in."""


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def fetch_keys():
    """The key set as {kid: (n, e)}; raises OSError or ValueError where there is none to be had."""
    with urllib.request.urlopen(APPLE + "/auth/keys", timeout=5) as answer:
        document = json.load(answer)
    return {key["kid"]: tuple(int.from_bytes(decode(key[part]), "big") for part in "ne") for key in document["keys"]}


def is_signed(token, key):
    signed, _, signature = token.rpartition(".")
    n, e = key
    length = (n.bit_length() + 7) // 8
    tail = b"\0" + PREFIX + hashlib.sha256(signed.encode()).digest()
    expected = b"\0\1" + b"\xff" * (length - 2 - len(tail)) + tail
    return pow(int.from_bytes(decode(signature), "big"), e, n).to_bytes(length, "big") == expected


def verify(token, keys):
    """The claims of a good token; raises Refused. `keys.find(kid)` gives a key or None."""
    header, claims = (json.loads(decode(part)) for part in token.split(".")[:2])
    if header["alg"] != "RS256":
        raise Refused(f"the algorithm is {header['alg']}")
    key = keys.find(header["kid"])
    if key is None:
        raise Refused(f"no key {header['kid']}")
    if not is_signed(token, key):
        raise Refused(f"the signature is not by key {header['kid']}")
    if claims["iss"] != "https://appleid.apple.com" or claims["aud"] != CLIENT or claims["exp"] < time.time():
        raise Refused("not for us, or too old")
    return claims


def serve(keys):
    """POST /login with the app's credential, {"identity_token": …}: 200 with the subject, or 401 with the reason."""
    class Login(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            try:
                status, said = 200, "welcome, " + verify(json.loads(body)["identity_token"], keys)["sub"]
            except Refused as why:
                status, said = 401, f"login failed: {why}"
            except (ValueError, KeyError, TypeError):
                status, said = 400, "that is no credential"
            answer = said.encode() + b"\n"
            self.send_response(status)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_):
            pass

    http.server.ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Login).serve_forever()

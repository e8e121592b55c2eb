"""A small website with Sign in with Apple. It knows Apple's address and nothing of any mock: where that name leads, and which
authorities are trusted, is decided outside (a network alias or /etc/hosts, and SSL_CERT_FILE).

Needs PyJWT and cryptography (Debian: python3-jwt python3-cryptography).
CLIENT_ID, TEAM_ID, KEY_ID and PRIVATE_KEY (the path of the .p8) say who we are, REDIRECT_URI where people come back to.
"""
import http.server
import json
import os
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request

import jwt

APPLE = "https://appleid.apple.com"
CLIENT_ID = os.environ.get("CLIENT_ID", "com.example.web")
TEAM_ID = os.environ.get("TEAM_ID", "TEAM000001")
KEY_ID = os.environ.get("KEY_ID", "KEY0000001")
REDIRECT_URI = os.environ.get("REDIRECT_URI", "http://localhost:3000/callback")
with open(os.environ.get("PRIVATE_KEY", "keys/AuthKey_KEY0000001.p8")) as file:
    PRIVATE_KEY = file.read()

# Fetches the key set anew for a kid that it does not know, so that a rotation is survived.
KEYS = jwt.PyJWKClient(APPLE + "/auth/keys")
# state → nonce of those who are on their way. A real site keeps them in the person's session.
PENDING = {}


class Refused(Exception):
    """Why somebody is not logged in."""


def authorize_url():
    state, nonce = secrets.token_urlsafe(16), secrets.token_urlsafe(16)
    PENDING[state] = nonce
    return APPLE + "/auth/authorize?" + urllib.parse.urlencode({
        "client_id": CLIENT_ID, "redirect_uri": REDIRECT_URI, "response_type": "code", "response_mode": "form_post",
        "scope": "name email", "state": state, "nonce": nonce})


def client_secret():
    now = int(time.time())
    return jwt.encode({"iss": TEAM_ID, "iat": now, "exp": now + 300, "aud": APPLE, "sub": CLIENT_ID}, PRIVATE_KEY,
                      algorithm="ES256", headers={"kid": KEY_ID})


def redeem(code):
    form = {"grant_type": "authorization_code", "code": code, "redirect_uri": REDIRECT_URI, "client_id": CLIENT_ID,
            "client_secret": client_secret()}
    try:
        with urllib.request.urlopen(APPLE + "/auth/token", urllib.parse.urlencode(form).encode(), timeout=10) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        raise Refused(f"Apple answered {error.code}: {error.read().decode(errors='replace')}") from error


def log_in(form):
    """The claims of who comes back with Apple's form post; raises Refused."""
    nonce = PENDING.pop(form.get("state"), None)
    if nonce is None:
        raise Refused("we did not send you there")
    if "error" in form:
        raise Refused(form["error"])
    token = redeem(form.get("code", ""))["id_token"]
    try:
        claims = jwt.decode(token, KEYS.get_signing_key_from_jwt(token).key, algorithms=["RS256"], audience=CLIENT_ID, issuer=APPLE)
    except jwt.PyJWTError as error:
        raise Refused(f"the identity token is not good: {error}") from error
    if claims.get("nonce") != nonce:
        raise Refused("the identity token was made for somebody else's visit")
    return claims


class Site(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/login":
            self.answer(302, location=authorize_url())
        else:
            self.answer(*((200, {"status": "ok"}) if self.path == "/health" else (404, {"error": "no such page"})))

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        form = dict(urllib.parse.parse_qsl(body.decode()))
        try:
            if self.path != "/callback":
                raise Refused("no such page")
            claims = log_in(form)
            self.answer(200, {"welcome": claims["sub"], "email": claims.get("email"), "user": json.loads(form.get("user", "null"))})
        except Refused as why:
            self.answer(401, {"error": str(why)})

    def answer(self, status, body=None, location=None):
        content = json.dumps(body).encode() + b"\n" if body else b""
        self.send_response(status)
        if location:
            self.send_header("Location", location)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    http.server.ThreadingHTTPServer((os.environ.get("HOST", "127.0.0.1"), int(os.environ.get("PORT", "3000"))), Site).serve_forever()

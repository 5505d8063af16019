"""An issuer of OpenID Connect of the tests' own, with a knob for each attack.

It refuses wrong verifiers, secrets, redirect URIs and second uses, and rotates its keys when it is told to. Knobs are set
by `issuer.knobs`; whoever comes to the authorization endpoint is `issuer.person` at once.
"""

import base64
import hashlib
import hmac
import http.server
import json
import secrets
import threading
import time
import urllib.parse

from joserfc import jwk, jws


def text(content):
    """The base64url of bytes, without padding."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def digest(content):
    """The base64url of the SHA-256 of a text."""
    return text(hashlib.sha256(content.encode()).digest())


class Issuer:
    """The issuer, on a port of its own."""

    def __init__(self, client="cerca", secret="a secret: with & signs", redirects=()):
        self.client, self.secret, self.redirects = client, secret, set(redirects)
        self.person = {"sub": "alice", "email": "alice@example.org", "email_verified": True}
        self.knobs, self.codes, self.fetches, self.refused = {}, {}, {"keys": 0, "document": 0}, []
        # All that was asked: path, fields, header fields.
        self.heard = []
        # The next key is published before it is used, as issuers do.
        self.keys = [self.new_key(), self.new_key()]
        issuer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                issuer.answer(self, "")

            def do_POST(self):
                issuer.answer(self, self.rfile.read(int(self.headers["content-length"])).decode())

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    @staticmethod
    def new_key():
        return jwk.RSAKey.generate_key(2048, {"kid": secrets.token_hex(4), "use": "sig", "alg": "RS256"})

    def rotate(self):
        """Signs with the key that was published before, and publishes another one."""
        self.keys = [self.keys[1], self.new_key(), self.keys[0]]

    def routes(self):
        return {
            "/.well-known/openid-configuration": self.document, "/authorize": self.authorize, "/token": self.token,
            "/keys": self.key_list, "/userinfo": self.user_info,
        }

    def answer(self, handler, form):
        path, _, query = handler.path.partition("?")
        fields = dict(urllib.parse.parse_qsl(form or query))
        self.heard.append((path, fields, {name.lower(): value for name, value in handler.headers.items()}))
        route = self.routes().get(path)
        if route is None:
            return self.send(handler, 404, {})
        way = self.knobs.get("transport", {}).get(path)
        if way == "down":
            self.refused.append(path)
            return self.send(handler, 503, {})
        if way == "slow":
            time.sleep(8)
        if way == "redirect":
            return self.send(handler, 302, {}, {"location": f"{self.url}/elsewhere"})
        if way == "endless":
            handler.send_response(200)
            handler.end_headers()
            try:
                while True:
                    handler.wfile.write(b" " * 65536)
            except OSError:
                return None
        return route(handler, fields)

    def send(self, handler, status, body, headers=None):
        content = json.dumps(body).encode()
        handler.send_response(status)
        for name, value in {"content-type": "application/json", "content-length": str(len(content)), **(headers or {})}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(content)

    def document(self, handler, _):
        self.fetches["document"] += 1
        self.send(handler, 200, {
            "issuer": self.url, "authorization_endpoint": f"{self.url}/authorize", "token_endpoint": f"{self.url}/token",
            "jwks_uri": f"{self.url}/keys", "userinfo_endpoint": f"{self.url}/userinfo",
            "end_session_endpoint": f"{self.url}/end", "id_token_signing_alg_values_supported": ["RS256"],
            **self.knobs.get("document", {}),
        })

    def key_list(self, handler, _):
        self.fetches["keys"] += 1
        keys = [key.as_dict(private=False) for key in self.keys]
        self.send(handler, 200, {"keys": keys}, {"cache-control": "max-age=3600"})

    def authorize(self, handler, fields):
        if fields.get("client_id") != self.client or fields.get("redirect_uri") not in self.redirects:
            self.refused.append("client")
            return self.send(handler, 400, {"error": "unauthorized_client"})
        code = secrets.token_urlsafe(16)
        self.codes[code] = fields
        back = {"code": code, "state": fields["state"], "iss": self.url, **self.knobs.get("back", {})}
        back = {name: value for name, value in back.items() if value is not None}
        self.send_back(handler, fields, back)

    def send_back(self, handler, fields, back):
        """Sends the browser back with these fields."""
        self.send(handler, 303, {}, {"location": f"{fields['redirect_uri']}?{urllib.parse.urlencode(back)}"})

    def knows(self, handler, fields, _):
        """Whether a request at an endpoint shows that it is the client's."""
        scheme, _, given = handler.headers.get("authorization", "").partition(" ")
        pair = base64.b64decode(given or "").decode().partition(":")
        return scheme == "Basic" and [urllib.parse.unquote(pair[0]), urllib.parse.unquote(pair[2])] == [self.client, self.secret]

    def token(self, handler, fields):
        asked = self.codes.pop(fields.get("code"), None)
        wrong = (
            "secret" if not self.knows(handler, fields, f"{self.url}/token") else "code" if asked is None
            else "redirect" if asked["redirect_uri"] != fields.get("redirect_uri")
            else "verifier" if asked["code_challenge"] != digest(fields.get("code_verifier", "")) else None
        )
        if wrong:
            self.refused.append(wrong)
            return self.send(handler, 400, {"error": "invalid_grant"})
        access = secrets.token_urlsafe(16)
        half = text(hashlib.sha256(access.encode()).digest()[:16])
        claims = {
            "iss": self.url, "aud": self.client, "exp": int(time.time()) + 300, "iat": int(time.time()),
            "nonce": asked["nonce"], "at_hash": half, **self.person, **self.knobs.get("claims", {}),
        }
        self.send(handler, 200, {
            "access_token": access, "token_type": "Bearer", "id_token": self.sign(claims), **self.more(),
        })

    def more(self):
        """What an issuer gives beside the usual tokens."""
        return {}

    def user_info(self, handler, _):
        self.send(handler, 200, {**self.person, **self.knobs.get("userinfo", {})})

    def sign(self, claims):
        """The token of claims; the knob `header` changes how it says that it is signed, and `key` with what it is."""
        claims = {name: value for name, value in claims.items() if value is not None}
        header = {"alg": "RS256", "kid": self.keys[0].kid, **self.knobs.get("header", {})}
        header = {name: value for name, value in header.items() if value is not None}
        content = json.dumps(claims)
        if header["alg"] != "RS256":
            # What no library writes: no signature, or the public key as the secret of one.
            signed = ".".join(text(part.encode()) for part in (json.dumps(header), content))
            secret = self.keys[0].as_pem(private=False)
            signature = hmac.digest(secret, signed.encode(), "sha256") if header["alg"] == "HS256" else b""
            return f"{signed}.{text(signature)}"
        return jws.serialize_compact(header, content, self.knobs.get("key", self.keys[0]), algorithms=["RS256"])

    def logout_token(self, **claims):
        """A notice that the person has signed out."""
        return self.sign({
            "iss": self.url, "aud": self.client, "iat": int(time.time()), "jti": secrets.token_hex(8),
            "sub": self.person["sub"], "events": {"http://schemas.openid.net/event/backchannel-logout": {}}, **claims,
        })

"""Issuers that have ways of their own: one that wants assertions signed with a key, one like Apple, one like Facebook.

Each refuses what the original refuses: wrong signatures and claims, secrets, codes over tokens, second uses.
"""

import hashlib
import hmac
import html
import json
import secrets
import time

from issuer import Issuer, digest, text
from joserfc import jwk, jwt
from joserfc.errors import JoseError


class SignedIssuer(Issuer):
    """One to which the client shows itself by a token that its own key signs (`private_key_jwt`)."""

    def __init__(self, **rest):
        # Before the server begins to answer.
        self.own_key, self.used = jwk.ECKey.generate_key("P-256", {"kid": "ours"}), set()
        super().__init__(**rest)

    @property
    def pem(self):
        """The client's key, as its operator keeps it in a file."""
        return self.own_key.as_pem(private=True).decode()

    def claims_of(self, token):
        """The claims of a token that the client's key has signed; nothing of another."""
        try:
            read = jwt.decode(token, self.own_key, algorithms=["ES256"])
        except (JoseError, ValueError):
            return None
        claims, now = read.claims, time.time()
        lasts = claims.get("exp", 0) - claims.get("iat", 0)
        return claims if read.header.get("kid") == "ours" and 0 < lasts <= 300 and claims["iat"] - 5 < now < claims["exp"] else None

    def knows(self, handler, fields, endpoint):
        claims = self.claims_of(fields.get("client_assertion", ""))
        if claims is None or fields.get("client_assertion_type") != "urn:ietf:params:oauth:client-assertion-type:jwt-bearer":
            return False
        is_new = claims.get("jti") not in self.used
        self.used.add(claims.get("jti"))
        names = [claims["iss"], claims["sub"], claims["aud"]] == [self.client, self.client, endpoint]
        return names and is_new and len(claims["jti"]) > 20 and "client_secret" not in fields and "authorization" not in handler.headers


class AppleIssuer(SignedIssuer):
    """One that wants a secret signed by a team's key, answers with a form, and is told when a tie ends."""

    team = "TEAM123456"

    def __init__(self, **rest):
        self.given, self.revoked = [], []
        super().__init__(**rest)
        self.person = {
            "sub": "001.apple", "email": "x1@privaterelay.appleid.com", "email_verified": "true", "is_private_email": "true"}

    def routes(self):
        return {**super().routes(), "/revoke": self.revoke}

    def document(self, handler, fields):
        self.knobs.setdefault("document", {}).update(
            revocation_endpoint=f"{self.url}/revoke", token_endpoint_auth_methods_supported=["client_secret_post"],
            userinfo_endpoint=None, end_session_endpoint=None)
        super().document(handler, fields)

    def knows(self, handler, fields, endpoint):
        claims = self.claims_of(fields.get("client_secret", ""))
        return (
            claims is not None and fields.get("client_id") == self.client and "authorization" not in handler.headers
            and [claims["iss"], claims["sub"], claims["aud"]] == [self.team, self.client, self.url])

    def authorize(self, handler, fields):
        if set(fields["scope"].split()) & {"name", "email"} and fields.get("response_mode") != "form_post":
            self.refused.append("response_mode")
            return self.send(handler, 400, {"error": "invalid_request"})
        return super().authorize(handler, fields)

    def send_back(self, handler, fields, back):
        """A page of this site whose form goes to the other one by itself, with what Apple tells once of a person."""
        back.pop("iss")
        back["user"] = json.dumps({"name": {"firstName": "Ana <b>", "lastName": "Luz"}, "email": "forged@example.org"})
        inputs = "".join(f'<input type="hidden" name="{name}" value="{html.escape(value)}">' for name, value in back.items())
        page = (
            f'<!doctype html><meta charset="utf-8"><form method="post" action="{html.escape(fields["redirect_uri"])}">{inputs}'
            '</form><script>document.forms[0].submit()</script>')
        content = page.encode()
        handler.send_response(200)
        handler.send_header("content-type", "text/html")
        handler.send_header("content-length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    def more(self):
        self.given.append(secrets.token_urlsafe(32))
        return {"refresh_token": self.given[-1]}

    def revoke(self, handler, fields):
        if not self.knows(handler, fields, None) or fields.get("token") not in self.given:
            self.refused.append("revoke")
            return self.send(handler, 400, {"error": "invalid_client"})
        self.revoked.append(fields["token"])
        return self.send(handler, 200, {})


class FacebookIssuer(Issuer):
    """One of OAuth 2 alone, whose API tells who somebody is and for which app a token was made."""

    def __init__(self, **rest):
        self.tokens = {}
        super().__init__(client="138483919580948", **rest)
        self.person = {"id": "1207059", "name": "Ana Luz", "email": "ana@example.org"}

    def routes(self):
        return {"/dialog": self.authorize, "/graph/oauth/access_token": self.token, "/graph/debug_token": self.debug, "/graph/me": self.me}

    def refuse(self, handler, reason):
        self.refused.append(reason)
        self.send(handler, 400, {"error": {"message": reason, "type": "OAuthException", "code": 100}})

    def send_back(self, handler, fields, back):
        back.pop("iss", None)
        super().send_back(handler, fields, back)

    def token(self, handler, fields):
        asked = self.codes.pop(fields.get("code"), None)
        if [fields.get("client_id"), fields.get("client_secret")] != [self.client, self.secret] or handler.command != "POST":
            return self.refuse(handler, "secret")
        if asked is None or asked["redirect_uri"] != fields.get("redirect_uri"):
            return self.refuse(handler, "code")
        if asked["code_challenge"] != digest(fields.get("code_verifier", "")):
            return self.refuse(handler, "verifier")
        token = secrets.token_urlsafe(150)
        self.tokens[token] = dict(self.person)
        return self.send(handler, 200, {"access_token": token, "token_type": "bearer", "expires_in": 5183944})

    def debug(self, handler, fields):
        if fields.get("access_token") != f"{self.client}|{self.secret}":
            return self.refuse(handler, "app token")
        person = self.tokens.get(fields.get("input_token"))
        return self.send(handler, 200, {"data": {
            "app_id": self.client, "type": "USER", "application": "Cerca", "expires_at": int(time.time()) + 5000,
            "is_valid": person is not None, "user_id": (person or {}).get("id", ""), **self.knobs.get("debug", {}),
        }})

    def me(self, handler, fields):
        token = fields.get("access_token", "")
        right = hmac.digest(self.secret.encode(), token.encode(), hashlib.sha256).hex()
        if token not in self.tokens or fields.get("appsecret_proof") != right:
            return self.refuse(handler, "proof")
        told = {name: self.tokens[token].get(name) for name in fields["fields"].split(",")}
        told = {name: value for name, value in told.items() if value is not None}
        return self.send(handler, 200, {**told, **self.knobs.get("me", {})})

    def signed_request(self, secret=None, **claims):
        """Somebody's wish to be forgotten, signed with the app's secret."""
        claims = {"algorithm": "HMAC-SHA256", "issued_at": int(time.time()), "user_id": self.person["id"], **claims}
        payload = text(json.dumps(claims).encode())
        return f"{text(hmac.digest((secret or self.secret).encode(), payload.encode(), hashlib.sha256))}.{payload}"

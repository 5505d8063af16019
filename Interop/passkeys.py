"""An authenticator in Python: what a telephone or a security key would send, and what somebody would who forges it."""

import hashlib
import json
import struct

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from fido2 import cbor
from fido2.utils import websafe_encode

PRESENT, VERIFIED, CAN_BE_BACKED_UP, BACKED_UP, CREDENTIAL = 0x01, 0x04, 0x08, 0x10, 0x40


def client_data(purpose, challenge, origin, **more):
    """What a browser says of the page that asked."""
    told = {"type": f"webauthn.{purpose}", "challenge": websafe_encode(challenge), "origin": origin,
            "crossOrigin": False} | more
    return json.dumps(told, separators=(",", ":")).encode()


def number(value):
    return value.to_bytes((value.bit_length() + 7) // 8, "big")


class Key:
    """A private key, which signs as its kind does."""

    def __init__(self, private):
        self.private = private

    @classmethod
    def make(cls, kind):
        return cls({
            "ES256": lambda: ec.generate_private_key(ec.SECP256R1()),
            "EdDSA": ed25519.Ed25519PrivateKey.generate,
            "RS256": lambda: rsa.generate_private_key(65537, 2048),
        }[kind]())

    @classmethod
    def read(cls, der):
        """A key that a browser's virtual authenticator gave away."""
        return cls(serialization.load_der_private_key(der, None))

    def cose(self):
        public = self.private.public_key()
        if isinstance(self.private, ec.EllipticCurvePrivateKey):
            point = public.public_numbers()
            return {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        if isinstance(self.private, rsa.RSAPrivateKey):
            return {1: 3, 3: -257, -1: number(public.public_numbers().n), -2: number(public.public_numbers().e)}
        raw = public.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
        return {1: 1, 3: -8, -1: 6, -2: raw}

    def sign(self, message):
        if isinstance(self.private, ec.EllipticCurvePrivateKey):
            return self.private.sign(message, ec.ECDSA(hashes.SHA256()))
        if isinstance(self.private, rsa.RSAPrivateKey):
            return self.private.sign(message, padding.PKCS1v15(), hashes.SHA256())
        return self.private.sign(message)


class Authenticator:
    """One passkey; each thing that it says can be said wrongly."""

    def __init__(self, key, identifier, party="localhost", user=None, counter=0):
        self.key, self.identifier, self.party, self.user, self.counter = key, identifier, party, user, counter

    def data(self, flags, credential=b"", party=None):
        party = hashlib.sha256((party or self.party).encode()).digest()
        return party + struct.pack(">BI", flags, self.counter) + credential

    def create(self, challenge, origin, flags=PRESENT | VERIFIED | CREDENTIAL, model=bytes(16), self_signed=False,
               **more):
        """What registering sends: the browser's words, and the authenticator's."""
        told = client_data("create", challenge, origin, **more)
        credential = model + struct.pack(">H", len(self.identifier)) + self.identifier + cbor.encode(self.key.cose())
        data = self.data(flags, credential)
        statement = {}
        if self_signed:
            signature = self.key.sign(data + hashlib.sha256(told).digest())
            statement = {"alg": self.key.cose()[3], "sig": signature}
        attestation = cbor.encode(
            {"fmt": "packed" if self_signed else "none", "attStmt": statement, "authData": data})
        return {"clientData": told, "attestation": attestation}

    def get(self, challenge, origin, flags=PRESENT | VERIFIED, party=None, purpose="get", **more):
        """What signing in sends."""
        told = client_data(purpose, challenge, origin, **more)
        data = self.data(flags, party=party)
        return {"clientData": told, "authenticatorData": data,
                "signature": self.key.sign(data + hashlib.sha256(told).digest())}

"""Writes databases of KeePass 2 (KDBX 3.1 and 4) by Python's libraries, in every form that their format has.

Source: "KDBX File Format Specification", KeePass Help Center.
"""

import base64
import gzip
import hashlib
import hmac
import os
import struct

from argon2.low_level import Type, hash_secret_raw
from Cryptodome.Cipher import AES, ChaCha20, Salsa20
from Cryptodome.Util.Padding import pad

MAGIC = bytes.fromhex("03d9a29a67fb4bb5")
CIPHERS = {
    "aes": bytes.fromhex("31c1f2e6bf714350be5805216afc5aff"),
    "chacha20": bytes.fromhex("d6038a2b8b6f4cb5a524339a31dbb59a"),
    "twofish": bytes.fromhex("ad68f29f576f4bb9a36ad47af965346c"),
}
KDFS = {
    "aes": bytes.fromhex("c9d9f39a628a4460bf740d08c18a4fea"),
    "aes4": bytes.fromhex("7c02bb8279a74ac0927d114a00648238"),
    "argon2d": bytes.fromhex("ef636ddf8c29444b91f7a9a403e30a0c"),
    "argon2id": bytes.fromhex("9e298b1956db4773b23dfc3ec6f0a1e6"),
}
STREAMS = {"none": 0, "salsa20": 2, "chacha20": 3}


def composite(password: str | None, key: bytes | None) -> bytes:
    parts = b"" if password is None else hashlib.sha256(password.encode()).digest()
    return hashlib.sha256(parts + (key or b"")).digest()


def aes_kdf(secret: bytes, seed: bytes, rounds: int) -> bytes:
    cipher = AES.new(seed, AES.MODE_ECB)
    for _ in range(rounds):
        secret = cipher.encrypt(secret)
    return hashlib.sha256(secret).digest()


def stream(name: str, key: bytes):
    """A function that encrypts the next protected value."""
    if name == "salsa20":
        cipher = Salsa20.new(hashlib.sha256(key).digest(), bytes.fromhex("e830094b97205d2a"))
    elif name == "chacha20":
        digest = hashlib.sha512(key).digest()
        cipher = ChaCha20.new(key=digest[:32], nonce=digest[32:44])
    else:
        return lambda data: data
    return cipher.encrypt


def entry(title: str, fields: dict, protect, hidden=("Password",), files=(), history: str = "") -> str:
    """An entry; `protect` encrypts what is hidden, `files` are names and contents as they stand in XML."""
    text = f"<Entry><UUID>{base64.b64encode(os.urandom(16)).decode()}</UUID>"
    for key, value in {"Title": title, **fields}.items():
        if key in hidden:
            value = base64.b64encode(protect(value.encode())).decode()
            text += f'<String><Key>{key}</Key><Value Protected="True">{value}</Value></String>'
        else:
            text += f"<String><Key>{key}</Key><Value>{value}</Value></String>"
    for name, value in files:
        text += f"<Binary><Key>{name}</Key>{value}</Binary>"
    return text + history + "</Entry>"


def document(entries: str, meta: str = "") -> str:
    root = base64.b64encode(bytes(range(16))).decode()
    return (
        f'<?xml version="1.0" encoding="utf-8"?><KeePassFile><Meta><Generator>Python</Generator>{meta}</Meta>'
        f"<Root><Group><UUID>{root}</UUID><Name>Root</Name>{entries}</Group></Root></KeePassFile>")


def field(number: int, content: bytes, size: str) -> bytes:
    return struct.pack("<B" + size, number, len(content)) + content


def seal(cipher: str, key: bytes, vector: bytes, plain: bytes) -> bytes:
    if cipher == "chacha20":
        return ChaCha20.new(key=key, nonce=vector).encrypt(plain)
    return AES.new(key, AES.MODE_CBC, vector).encrypt(pad(plain, 16))


def version3(write, secret: bytes, cipher="aes", packed=True, inner="salsa20", rounds=6000, hashes_header=True) -> bytes:
    """A database of KDBX 3.1; `write(protect, header_hash)` gives its document."""
    seed, kdf_seed, start, stream_key = (os.urandom(32) for _ in range(4))
    vector = os.urandom(12 if cipher == "chacha20" else 16)
    header = MAGIC + struct.pack("<HH", 1, 3) + b"".join(field(number, content, "H") for number, content in (
        (2, CIPHERS[cipher]), (3, struct.pack("<I", packed)), (4, seed), (5, kdf_seed), (6, struct.pack("<Q", rounds)),
        (7, vector), (8, stream_key), (9, start), (10, struct.pack("<I", STREAMS[inner])), (0, b"\r\n\r\n")))
    digest = base64.b64encode(hashlib.sha256(header).digest()).decode()
    content = write(stream(inner, stream_key), f"<HeaderHash>{digest}</HeaderHash>" if hashes_header else "").encode()
    content = gzip.compress(content) if packed else content
    blocks = b""
    for number, at in enumerate(range(0, len(content), 1000)):
        block = content[at:at + 1000]
        blocks += struct.pack("<I", number) + hashlib.sha256(block).digest() + struct.pack("<I", len(block)) + block
    blocks += struct.pack("<I", (len(content) + 999) // 1000) + bytes(32) + struct.pack("<I", 0)
    key = hashlib.sha256(seed + aes_kdf(secret, kdf_seed, rounds)).digest()
    return header + seal(cipher, key, vector, start + blocks)


def variants(values: list[tuple[int, str, bytes]]) -> bytes:
    text = b"\x00\x01"
    for kind, name, value in values:
        text += struct.pack("<BI", kind, len(name)) + name.encode() + struct.pack("<I", len(value)) + value
    return text + b"\x00"


def version4(
    write, secret: bytes, cipher="aes", packed=True, inner="chacha20", kdf="argon2d", passes=2, mebibytes=1, lanes=2,
    version=0x13, rounds=6000, files=(), minor=1, block=1000,
) -> bytes:
    """A database of KDBX 4; `write(protect)` gives its document, `files` are its attached files."""
    seed, salt, stream_key = os.urandom(32), os.urandom(32), os.urandom(64)
    vector = os.urandom(12 if cipher == "chacha20" else 16)
    if kdf.startswith("aes"):
        parameters = variants([(0x42, "$UUID", KDFS[kdf]), (0x05, "R", struct.pack("<Q", rounds)), (0x42, "S", salt)])
        derived = lambda: aes_kdf(secret, salt, rounds)
    else:
        parameters = variants([
            (0x42, "$UUID", KDFS[kdf]), (0x05, "I", struct.pack("<Q", passes)),
            (0x05, "M", struct.pack("<Q", mebibytes << 20)), (0x04, "P", struct.pack("<I", lanes)), (0x42, "S", salt),
            (0x04, "V", struct.pack("<I", version))])
        kind = Type.ID if kdf == "argon2id" else Type.D
        derived = lambda: hash_secret_raw(secret, salt, passes, mebibytes << 10, lanes, 32, kind, version=version)
    header = MAGIC + struct.pack("<HH", minor, 4) + b"".join(field(number, content, "I") for number, content in (
        (2, CIPHERS[cipher]), (3, struct.pack("<I", packed)), (4, seed), (7, vector), (11, parameters),
        (0, b"\r\n\r\n")))
    # What is refused before its key is derived need not be derived here.
    key = derived() if mebibytes <= 1024 and cipher != "twofish" and rounds < 10**7 else bytes(32)
    content = field(1, struct.pack("<I", STREAMS[inner]), "I") + field(2, stream_key, "I")
    content += b"".join(field(3, b"\x01" + file, "I") for file in files) + field(0, b"", "I")
    content += write(stream(inner, stream_key)).encode()
    content = gzip.compress(content) if packed else content
    sealed = seal(cipher, hashlib.sha256(seed + key).digest(), vector, content)
    base = hashlib.sha512(seed + key + b"\x01").digest()

    def code(number: int, data: bytes) -> bytes:
        key = hashlib.sha512(struct.pack("<Q", number) + base).digest()
        return hmac.new(key, data, hashlib.sha256).digest()

    result = header + hashlib.sha256(header).digest() + code(2**64 - 1, header)
    for number, at in enumerate([*range(0, len(sealed), block), len(sealed)]):
        part = sealed[at:at + block]
        size = struct.pack("<I", len(part))
        result += code(number, struct.pack("<Q", number) + size + part) + size + part
    return result

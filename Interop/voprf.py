"""The device's side of VOPRF(P-384, SHA-384) as RFC 9497 describes it, worked out apart from Cerca with plain integers.

It is slow and leaks time; it is a second opinion and nothing else."""

import hashlib
import secrets

P = 2**384 - 2**128 - 2**96 + 2**32 - 1
A = -3
B = 0xB3312FA7E23EE7E4988E056BE3F82D19181D9C6EFE8141120314088F5013875AC656398D8A2ED19D2A85C8EDD3EC2AEF
N = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFC7634D81F4372DDF581A0DB248B0A77AECEC196ACCC52973
G = (
    0xAA87CA22BE8B05378EB1C71EF320AD746E1D3B628BA79B9859F741E082542A385502F25DBF55296C3A545E3872760AB7,
    0x3617DE4A96262C6F5D9E98BF9292DC29F8F41DBD289A147CE9DA3113B5F0B8C00A60B1CE1D7E819D7A431D7C90EA0E5F,
)

# RFC 9497 section 3.1: the context of mode VOPRF (0x01) and suite P384-SHA384.
CONTEXT = b"OPRFV1-" + b"\x01" + b"-P384-SHA384"


def add(left, right):
    if left is None:
        return right
    if right is None:
        return left
    (x1, y1), (x2, y2) = left, right
    if x1 == x2:
        if (y1 + y2) % P == 0:
            return None
        slope = (3 * x1 * x1 + A) * pow(2 * y1, -1, P) % P
    else:
        slope = (y2 - y1) * pow(x2 - x1, -1, P) % P
    x = (slope * slope - x1 - x2) % P
    return x, (slope * (x1 - x) - y1) % P


def times(scalar, point):
    result = None
    while scalar:
        if scalar & 1:
            result = add(result, point)
        point = add(point, point)
        scalar >>= 1
    return result


def encode(point) -> bytes:
    """A point in compressed form (SEC 1 section 2.3.3)."""
    return bytes([2 + (point[1] & 1)]) + point[0].to_bytes(48, "big")


def decode(data: bytes):
    x = int.from_bytes(data[1:], "big")
    square = (x**3 + A * x + B) % P
    y = pow(square, (P + 1) // 4, P)
    assert len(data) == 49 and data[0] in (2, 3) and x < P and y * y % P == square, "no point of the curve"
    return x, y if y & 1 == data[0] & 1 else P - y


def random_element():
    """A point of which nobody knows what it hides, as a blinded element is."""
    return times(secrets.randbelow(N - 1) + 1, G)


def expand(message: bytes, tag: bytes, length: int) -> bytes:
    """expand_message_xmd of RFC 9380 section 5.3.1 with SHA-384."""
    tag += bytes([len(tag)])
    first = hashlib.sha384(bytes(128) + message + length.to_bytes(2, "big") + b"\x00" + tag).digest()
    block = hashlib.sha384(first + b"\x01" + tag).digest()
    out = block
    number = 2
    while len(out) < length:
        mixed = bytes(a ^ b for a, b in zip(first, block))
        block = hashlib.sha384(mixed + bytes([number]) + tag).digest()
        out += block
        number += 1
    return out[:length]


def scalar_of(message: bytes) -> int:
    """HashToScalar of RFC 9497 section 4.4."""
    return int.from_bytes(expand(message, b"HashToScalar-" + CONTEXT, 72), "big") % N


def prefixed(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(2, "big") + part for part in parts)


def is_proof(proof: bytes, key, blinded, evaluated) -> bool:
    """VerifyProof of RFC 9497 section 2.2.2, for one element."""
    seed = hashlib.sha384(prefixed(encode(key), b"Seed-" + CONTEXT)).digest()
    weight = scalar_of(
        prefixed(seed) + (0).to_bytes(2, "big") + prefixed(encode(blinded), encode(evaluated)) + b"Composite")
    m, z = times(weight, blinded), times(weight, evaluated)
    challenge, response = int.from_bytes(proof[:48], "big"), int.from_bytes(proof[48:], "big")
    t2 = add(times(response, G), times(challenge, key))
    t3 = add(times(response, m), times(challenge, z))
    expected = scalar_of(prefixed(*(encode(point) for point in (key, m, z, t2, t3))) + b"Challenge")
    return expected == challenge

"""The visitor's page with a server of the tests' own behind it: one signed-in person, some shops, and what is asked of it.

It answers what the page asks of shops, coupons and points, with a clock that can be wrong, and remembers every request.
"""

import datetime
import email.utils
import http.server
import json
import mimetypes
import pathlib
import queue
import threading

import centre

DIST = pathlib.Path(__file__).parent.parent / "Web" / "dist"
NAMES = ["Almendra", "Café Tordo", "Nimbo", "Trotamar", "Pasoleve", "Librería Faro", "Óptica Sol", "Marea", "Jardín Secreto"]
CATEGORIES = ["fashion", "food", "toys", "sports", "shoes", "books", "optics", "fashion", "gifts"]
SECRET = "57bb17f3f5f52ee8b9737be34ae152fd977096ad23f2390bb80ba3084d7fa6e2"


def instant(**later) -> str:
    """An instant so much later than now, as the API writes it."""
    return (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(**later)).strftime("%Y-%m-%dT%H:%M:%S.000Z")


class Shopfront:
    """A venue of nine shops and one person, on a port of its own."""

    def __init__(self):
        document = centre.document(shops=len(NAMES))
        for shop, name, category in zip(document["shops"], NAMES, CATEGORIES):
            shop.update(name=name, category=category)
        self.venue = {key: document[key] for key in ("uuid", "name", "timeZone", "location", "plan", "shops", "beacons")}
        self.choices, self.coupons, self.visits, self.transactions = [], [], [], []
        self.rules = {"isSilent": False, "timeZone": "Europe/Madrid", "mutedShops": []}
        # By how many seconds this server's clock is ahead of the browser's.
        self.ahead = 0
        # Each request: method, path with its query, body.
        self.asked = []
        self.streams = []
        front = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def date_time_string(self, timestamp=None):
                now = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=front.ahead)
                return email.utils.format_datetime(now.replace(microsecond=0), usegmt=True)

            def answer(self, content: bytes, kind="application/json", status=200) -> None:
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def handle_one(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                front.asked.append((self.command, self.path, body.decode()))
                path = self.path.split("?")[0]
                if path == "/api/stream":
                    return self.stream()
                found = front.reply(self.command, path, body)
                if found is not None:
                    status, value = found
                    return self.answer(b"" if value is None else json.dumps(value).encode(), status=status)
                file = DIST / ("index.html" if path == "/" else path.lstrip("/"))
                if not file.is_file():
                    return self.answer(b'{"type":"about:blank","title":"","status":404,"code":"request.not_found"}',
                                       "application/problem+json", 404)
                self.answer(file.read_bytes(), mimetypes.guess_type(file.name)[0] or "text/html")

            do_GET = do_PUT = do_POST = do_DELETE = handle_one

            def stream(self) -> None:
                events: queue.Queue = queue.Queue()
                front.streams.append(events)
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.send_header("Connection", "close")
                self.end_headers()
                try:
                    while True:
                        try:
                            name, value = events.get(timeout=1)
                            self.wfile.write(f"event: {name}\ndata: {json.dumps(value)}\n\n".encode())
                        except queue.Empty:
                            self.wfile.write(b": still here\n\n")
                        self.wfile.flush()
                except OSError:
                    front.streams.remove(events)

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

            # A browser that leaves in the middle of an answer is no fault.
            def handle_error(self, request, client_address):
                pass

        self.server = Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"

    def shop(self, index: int) -> dict:
        return {"venue": self.venue["uuid"], "major": 100 + index, "name": NAMES[index]}

    def give(self, index: int, **more) -> dict:
        """A coupon of a shop, from now on in the list."""
        coupon = {
            "id": f"{len(self.coupons) + 10:032x}", "shop": self.shop(index),
            "text": {"en": f"Gift of {NAMES[index]}", "es": f"Regalo de {NAMES[index]}", "pt": f"Presente de {NAMES[index]}",
                     "it": f"Regalo da {NAMES[index]}"},
            "points": 20, "receivedAt": instant(days=-1), "validUntil": instant(days=2, hours=3), "state": "open",
            "pointsPaid": "redeemed", "secret": SECRET, **more,
        }
        self.coupons.append(coupon)
        return coupon

    def tell(self, event: str, value: dict) -> None:
        for events in list(self.streams):
            events.put((event, value))

    def reply(self, method: str, path: str, body: bytes):
        """Status and body of an answer; None for what is a file or unknown."""
        uuid = self.venue["uuid"]
        if path == "/api/choices" and method == "PUT":
            self.choices = json.loads(body)["shops"]
        if path == "/api/push/rules":
            self.rules = json.loads(body)
            return 204, None
        if path.startswith("/api/coupons/"):
            one = next(coupon for coupon in self.coupons if coupon["id"] == path.split("/")[3])
            one["deleted"] = method == "DELETE"
            return (204, None) if method == "DELETE" else (200, one)
        fixed = {
            "/healthz": {},
            "/api/account": {"email": "ana@example.org", "signedInAt": instant(hours=-6), "expiresAt": instant(days=20),
                             "roles": [], "hasSecondFactor": False, "proof": "none"},
            "/api/venues": {"venues": [{"uuid": uuid, "name": self.venue["name"], "shops": 9, "beacons": 45}]},
            f"/api/venues/{uuid}": self.venue,
            "/api/choices": {"shops": self.choices},
            "/api/coupons": {"coupons": [one for one in self.coupons if not one.get("deleted")]},
            "/api/visits": {"visits": self.visits},
            "/api/inbox": {"notifications": [], "unread": 0},
            "/api/push": {"devices": [], "rules": self.rules},
            "/api/market/assets": {"assets": [{"name": "PTS", "kind": "points", "exponent": 0, "decimals": 0, "title": "Puntos"}]},
            "/api/market/balances": {"balances": [{"asset": "PTS", "total": "45", "available": "45"}]},
            "/api/market/balances/PTS/transactions": {"transactions": self.transactions},
            "/api/market/markets": {"markets": []},
        }
        return (200, fixed[path]) if path in fixed else None

    def sent(self) -> list:
        """What was sent that is no plain reading of a list or a file."""
        return [(method, path, body) for method, path, body in self.asked if method != "GET"]

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()

"""A receiver that stands where a test says, and a real gpsd that listens to it."""

import dataclasses
import functools
import math
import os
import pathlib
import socket
import subprocess
import threading
import time

from conftest import wait_for_port

EARTH_RADIUS = 6_371_008.8


@dataclasses.dataclass(frozen=True)
class Place:
    """A position in degrees."""

    latitude: float
    longitude: float

    def north(self, metres: float) -> "Place":
        """The place so many metres to the north."""
        return Place(self.latitude + math.degrees(metres / EARTH_RADIUS), self.longitude)

    def east(self, metres: float) -> "Place":
        """The place so many metres to the east."""
        circle = EARTH_RADIUS * math.cos(math.radians(self.latitude))
        return Place(self.latitude, self.longitude + math.degrees(metres / circle))

    def __str__(self) -> str:
        return f"{self.latitude:.7f},{self.longitude:.7f}"


def sentence(body: str) -> str:
    """A sentence of NMEA 0183 with its checksum and end."""
    return f"${body}*{functools.reduce(lambda sum, letter: sum ^ ord(letter), body, 0):02X}\r\n"


def angle(degrees: float, digits: int, letters: str) -> str:
    """Degrees and minutes as NMEA writes them."""
    whole, minutes = divmod(round(abs(degrees) * 60 * 100_000), 60 * 100_000)
    return f"{whole:0{digits}d}{minutes / 100_000:08.5f},{letters[degrees < 0]}"


def epoch(place: Place, instant: float, dilution: float = 0.9, satellites: int = 8) -> str:
    """What a receiver says of one instant (Unix time)."""
    clock = time.strftime("%H%M%S", time.gmtime(instant)) + f".{int(instant * 100) % 100:02d}"
    day = time.strftime("%d%m%y", time.gmtime(instant))
    where = f"{angle(place.latitude, 2, 'NS')},{angle(place.longitude, 3, 'EW')}"
    # Three satellites give no height.
    height = "650.0,M,50.0,M" if satellites > 3 else ",M,,M"
    used = "".join(f"{number:02d}," if number <= satellites else "," for number in range(1, 13))
    return (
        sentence(f"GPGGA,{clock},{where},1,{satellites:02d},{dilution},{height},,")
        + sentence(f"GPGSA,A,{3 if satellites > 3 else 2},{used}1.5,{dilution},1.2")
        + sentence(f"GPRMC,{clock},A,{where},0.0,0.0,{day},,,A")
    )


class Receiver:
    """A receiver that sends its position over TCP four times a second to whoever connects."""

    def __init__(self, place: Place, port: int, dilution: float = 0.9):
        self.place = place
        self.dilution = dilution
        self.satellites = 8
        self.is_silent = False
        self.stopped = threading.Event()
        self.socket = socket.create_server(("127.0.0.1", port))
        self.port = port
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while not self.stopped.is_set():
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            threading.Thread(target=self._speak, args=(connection,), daemon=True).start()

    def _speak(self, connection: socket.socket):
        with connection:
            while not self.stopped.wait(0.25):
                if self.is_silent:
                    continue
                try:
                    text = epoch(self.place, time.time(), self.dilution, self.satellites)
                    connection.sendall(text.encode())
                except OSError:
                    return

    def stop(self):
        self.stopped.set()
        self.socket.close()


def start_gpsd(start, port: int, receiver: Receiver) -> subprocess.Popen:
    """A gpsd that listens on the port and follows the receiver."""
    process = start(
        "/usr/sbin/gpsd", "-N", "-n", "-S", port, f"tcp://127.0.0.1:{receiver.port}", stderr=subprocess.DEVNULL
    )
    wait_for_port(port)
    return process


def write_track(path: pathlib.Path, places: list[Place], dilution: float = 0.9) -> pathlib.Path:
    """A file as a receiver's log, one epoch for each place."""
    path.write_text("".join(epoch(place, 1_795_262_400 + n, dilution) for n, place in enumerate(places)), newline="")
    return path


class Line:
    """A serial line, one end of which a receiver speaks into."""

    def __init__(self, place: Place):
        self.place = place
        self.ours, theirs = os.openpty()
        self.path = os.ttyname(theirs)
        self.stopped = threading.Event()
        threading.Thread(target=self._speak, daemon=True).start()

    def _speak(self):
        while not self.stopped.wait(0.1):
            os.write(self.ours, epoch(self.place, time.time()).encode())

    def stop(self):
        self.stopped.set()

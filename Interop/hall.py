"""RootCanal's controllers in an air of our own: how strongly a packet arrives depends on where sender and receiver are.

As a program, `python hall.py PORT…`, it opens a controller on each port and reads on standard input, one object a line, where
devices are: `{"device": 0, "x": 1.5, "y": 2}`. RootCanal's own server gives every packet the same strength.
"""

import asyncio
import ctypes
import json
import math
import os
import random
import subprocess
import sys

from conftest import wait_for_port

POWER, EXPONENT, SPREAD, SENSITIVITY = -59, 2.2, 3, -95
TICK = 0.005


class Hall:
    """A running air with `count` controllers; `at` moves a device."""

    def __init__(self, start, free_port, count: int):
        self.ports = [free_port() for _ in range(count)]
        self.process = start(sys.executable, __file__, *self.ports, stdin=subprocess.PIPE,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True)
        for port in self.ports:
            wait_for_port(port)

    def controller(self, device: int) -> str:
        return f"tcp:127.0.0.1:{self.ports[device]}"

    def at(self, device: int, x: float, y: float):
        self.process.stdin.write(json.dumps({"device": device, "x": x, "y": y}) + "\n")
        self.process.stdin.flush()


def run(ports: list[int]):
    from rootcanal import binaries

    library = ctypes.cdll.LoadLibrary(binaries.get_package_binary_resource_path("librootcanal_ffi.so"))
    library.ffi_controller_new.restype = ctypes.c_void_p
    to_host = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.POINTER(ctypes.c_ubyte), ctypes.c_size_t)
    to_air = ctypes.CFUNCTYPE(None, ctypes.POINTER(ctypes.c_ubyte), ctypes.c_size_t, ctypes.c_int, ctypes.c_int)
    chance = random.Random(1)
    places = [(0.0, 0.0)] * len(ports)
    devices = []

    class Device:
        def __init__(self, number: int):
            self.number, self.writer = number, None
            # The library keeps the two callbacks, so they have to live as long.
            self.host = to_host(lambda kind, data, size: self.tell(kind, ctypes.string_at(data, size)))
            self.air = to_air(lambda data, size, phy, _: self.send(ctypes.string_at(data, size), phy))
            address = bytes([2, 0, 0, 0, 0, number + 1])
            self.handle = ctypes.c_void_p(
                library.ffi_controller_new(ctypes.c_char_p(address), self.host, self.air))

        def tell(self, kind: int, packet: bytes):
            if self.writer:
                self.writer.write(bytes([kind]) + packet)

        def send(self, packet: bytes, phy: int):
            loop = asyncio.get_running_loop()
            x, y = places[self.number]
            for other in devices:
                if other is self or other.writer is None:
                    continue
                metres = max(0.3, math.hypot(places[other.number][0] - x, places[other.number][1] - y))
                strength = POWER - 10 * EXPONENT * math.log10(metres) + chance.gauss(0, SPREAD)
                if strength >= SENSITIVITY:
                    loop.call_soon(other.receive, packet, phy, min(20, round(strength)))

        def receive(self, packet: bytes, phy: int, strength: int):
            library.ffi_controller_receive_ll(
                self.handle, ctypes.c_char_p(packet), ctypes.c_int(len(packet)), ctypes.c_int(phy),
                ctypes.c_int(strength))

        async def serve(self, reader, writer):
            self.writer = writer
            try:
                while True:
                    kind = (await reader.readexactly(1))[0]
                    head = await reader.readexactly(3 if kind == 1 else 4)
                    size = head[2] if kind == 1 else head[2] | (head[3] & 0x3F) << 8
                    packet = head + await reader.readexactly(size)
                    library.ffi_controller_receive_hci(
                        self.handle, ctypes.c_int(kind), ctypes.c_char_p(packet), ctypes.c_int(len(packet)))
            except (asyncio.IncompleteReadError, ConnectionError):
                if self.writer is writer:
                    self.writer = None

    async def live():
        for number, port in enumerate(ports):
            device = Device(number)
            devices.append(device)
            await asyncio.start_server(device.serve, "127.0.0.1", port)
        waiting = bytearray()

        def read():
            piece = os.read(0, 65536)
            if not piece:
                asyncio.get_running_loop().remove_reader(0)
            waiting.extend(piece)
            while (end := waiting.find(b"\n")) >= 0:
                place = json.loads(waiting[:end])
                del waiting[:end + 1]
                places[place["device"]] = (place["x"], place["y"])

        asyncio.get_running_loop().add_reader(0, read)
        while True:
            await asyncio.sleep(TICK)
            for device in devices:
                library.ffi_controller_tick(device.handle)

    asyncio.run(live())


if __name__ == "__main__":
    run([int(port) for port in sys.argv[1:]])

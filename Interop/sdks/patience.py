"""Clients of Socket.IO, whatever their version, that wait for a busy machine.

By themselves they give a server five seconds for an answer and, in newer versions, one second for the namespace.
"""

import inspect

import engineio
import socketio

make, join = engineio.Client.__init__, socketio.Client.connect
waits = {"wait_timeout": 60} if "wait_timeout" in inspect.signature(join).parameters else {}


def init(self, *arguments, **options):
    make(self, *arguments, **{"request_timeout": 60} | options)


def connect(self, *arguments, **options):
    join(self, *arguments, **waits | options)


engineio.Client.__init__, socketio.Client.connect = init, connect

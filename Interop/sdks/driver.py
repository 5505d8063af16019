"""Runs an official client: reads `[method, arguments, named]` line by line and answers each call with a line.

It stands in a folder of its own because a program finds first what lies beside it, and the client of API v1 asks for a
package `exchange`, which there is beside the tests as well.

usage: driver.py VERSION BASE PUBLIC SECRET
"""

import json
import sys
import warnings

# Both clients warn of plain HTTP; what they print belongs to nobody here.
warnings.simplefilter("ignore")
answers, sys.stdout = sys.stdout, sys.stderr

from cryptomarket.exchange.client import Client  # noqa: E402

version, base, public, secret = sys.argv[1:]
client = Client(public, secret, base_api_uri=base)
assert client.API_VERSION == f"v{version}"

for line in sys.stdin:
    method, arguments, named = json.loads(line)
    try:
        value = getattr(client, method)(*arguments, **named)
        # The way by which its own methods send: paths for which it has none are asked for as it would.
        if method in ("_get", "_post"):
            value = client._make_api_object(value)
        pagination = getattr(value, "pagination", None)
        answer = {"value": value, "pagination": pagination}
    except Exception as error:
        answer = {
            "error": type(error).__name__, "status": getattr(error, "status_code", None),
            "id": getattr(error, "id", None), "message": getattr(error, "message", str(error)),
        }
    answers.write(json.dumps(answer) + "\n")
    answers.flush()

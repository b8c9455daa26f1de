"""The opponent of the attacks: it thinks for a while, by counting, and says how much processor time that took."""
import json
import sys
import time

SECRET = "the honest bot's secret"  # which attacks look for
TOLD = json.loads(sys.argv[1]) if len(sys.argv) > 1 else {}

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        reply = {"type": "hello", "name": "honest", "legal": True}
    elif message["type"] == "ask":
        began = time.process_time()
        n = 0
        for i in range(TOLD.get("think", 100000)):
            n += i * i % 7
        spent = time.process_time() - began
        reply = {"type": "answer", "id": message["id"], "move": message["legal"][0], "say": "%d" % (spent * 1e6)}
    else:
        continue
    sys.stdout.write(json.dumps(reply) + "\n")
    sys.stdout.flush()

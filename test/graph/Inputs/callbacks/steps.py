# Bytes of the messages of each nest in the first step of the cycle, in the second one, and in all later ones.
import json
import sys

for event in json.load(open(sys.argv[1]))["events"]:
    sums = {1: 0, 2: 0, 3: 0}
    for sender, receiver, messages, size, step in event.get("messages", []):
        sums[step] = sums.get(step, 0) + size
    if event["for"] == "nest" and any(sums.values()):
        print(event["id"], sums[1], sums[2], sums[3])

"""Answers for one seat of any game of Cardwright, by lines of JSON: any answer that fits.

    cardwright play hearts --seats "human,random,random,external:python3 tools/deciders/examples/bot.py"
"""
import json
import random
import sys


def answer(prompt):
    shape, options = prompt["shape"], range(len(prompt["options"]))
    match shape["kind"]:
        case "one_of":
            return {"options": [random.choice(options)]}
        case "some_of":
            return {"options": random.sample(options, random.randint(shape["from"], min(shape["to"], len(options))))}
        case "in_order":
            return {"options": random.sample(options, len(options))}
        case "number":
            return {"number": random.randint(shape["from"], shape["to"])}
        case "shares":
            shares, left = [], shape["amount"]
            for cap in shape["caps"]:
                shares.append(min(cap, left))
                left -= shares[-1]
            return {"shares": shares}


random.seed(json.loads(sys.stdin.readline())["seed"])
for line in sys.stdin:
    question = json.loads(line)
    prompt = question["observation"]["prompts"][0]
    print(json.dumps({"number": question["number"], "answer": answer(prompt)}), flush=True)

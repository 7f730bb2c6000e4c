import { describe, expect } from "vitest";
import { containsSecret } from "../../src/model/index.js";
import type { Input } from "../../src/sdk/index.js";
import type { Scenario, Words } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

// What code makes that a secret was opened for, however deep below. A scenario checks by itself that the secret is
// nowhere to be seen.

const word = "open sesame";

/** What the callback is made of that a secret is given to. */
interface Given extends Words {
  readonly text: string;
  readonly logs: ReturnType<Words["bucket"]>;
  readonly holds: ReturnType<typeof holdsOf>;
  readonly zones: ReturnType<typeof zonesOf>;
}

const holdsOf = (logs: ReturnType<Words["bucket"]>) => logs.name.apply((name) => name === "logs");
const zonesOf = (logs: ReturnType<Words["bucket"]>) => logs.name.apply((name) => [{ name, size: "small" }]);

function inSecret(s: Scenario, make: (given: Given) => unknown): void {
  s.secret(word);
  s.program((words) => {
    const logs = words.bucket("logs");
    const [holds, zones] = [holdsOf(logs), zonesOf(logs)];
    words.coconut.secret(word).apply((text) => void make({ ...words, text, logs, holds, zones }));
  });
}

async function inputsOf(s: Scenario, name: string) {
  const { resources, objects } = await s.state();
  const { rid } = [...resources.values()].find((each) => each.name === name)!;
  return [...objects.values()].find((each) => each.rid === rid)!.stored.inputs;
}

describe("a resource over a secret is sealed", () => {
  const shapes: { readonly [shape: string]: (given: Given) => unknown } = {
    "when its input is a callback over an Output of another": ({ site, logs, text }) =>
      site("www", { bucket: "b", title: logs.name.apply(() => text) }),
    "when its input is a part of what such a callback returns": ({ site, logs, text }) =>
      site("www", { bucket: "b", title: logs.name.apply(() => ({ deep: [text] })).deep[0]! }),
    "when a callback over an Output of another makes it": ({ site, logs, text }) =>
      logs.name.apply((name) => void site("www", { bucket: name, title: text })),
    "when a callback over another makes it": ({ site, coconut, logs, text }) =>
      coconut.output(logs).apply(() => void site("www", { bucket: "b", title: text })),
    "when a callback over what is unsecret makes it": ({ site, coconut, text }) =>
      coconut.unsecret("b").apply((bucket) => void site("www", { bucket, title: text })),
    "when a callback far below makes it, after waiting": ({ site, logs, text }) =>
      logs.name.apply(async (bucket) => {
        await Promise.resolve();
        logs.arn.apply(() => void site("www", { bucket, title: text }));
      }),
    "when it is there on a condition": ({ site, coconut, holds, text }) =>
      coconut.when(holds, () => site("www", { bucket: "b", title: text })),
    "when it is made from what is there on a condition": ({ site, coconut, holds, text }) =>
      site("www", { bucket: "b", title: coconut.when(holds, () => text) }),
    "when it is made for a member": ({ site, coconut, zones, text }) =>
      coconut.forEach(
        zones,
        ({ name }) => name,
        () => site("www", { bucket: "b", title: text }),
      ),
    "when it is made for a member of an unsecret list": ({ site, coconut, text }) =>
      coconut.forEach(
        coconut.unsecret(["a"]),
        (name) => name,
        () => site("www", { bucket: "b", title: text }),
      ),
    "when a callback over a member makes it": ({ site, coconut, zones, text }) =>
      coconut.forEach(
        zones,
        ({ name }) => name,
        (zone) => zone.size.apply((size) => site("www", { bucket: size, title: text })),
      ),
    "when it is in a component": ({ group, site, logs, text }) =>
      logs.name.apply(
        () =>
          void group("web", (parent) => ({
            shown: site("www", { bucket: "b", title: text }, { parent }).title,
          })),
      ),
  };
  for (const [shape, make] of Object.entries(shapes))
    scenario(shape, async (s) => {
      inSecret(s, make);
      await s.plan().succeeds();
      await s.apply({ rounds: 3 }).succeeds();
      s.cloud.has("site www", { title: word });
      expect(containsSecret((await inputsOf(s, "www"))["title"])).toBe(true);
      await s.apply().changesNothing();
    });
});

scenario(
  "what comes from elsewhere is as secret as before: members, and Outputs that were made outside",
  async (s) => {
    inSecret(s, ({ site, coconut, logs, zones }) => {
      const outside = zones[0]!.name;
      coconut.forEach(
        zones,
        ({ name }) => name,
        ({ size }) => site("www", { bucket: outside, title: size, replica: logs.arn }),
      );
    });
    await s.apply({ rounds: 3 }).succeeds();
    expect(await inputsOf(s, "www")).toMatchObject({
      bucket: "logs",
      title: "small",
      replica: "arn:bucket-1",
    });
  },
);

describe("what goes wrong below a callback that was given a secret does not tell it", () => {
  const shapes: { readonly [shape: string]: (given: Given) => unknown } = {
    "in a callback": ({ logs, text }) =>
      logs.name.apply((): string => {
        throw new Error(text);
      }),
    "in a promise": ({ coconut, text }) =>
      coconut.output(Promise.reject(new Error(text))).apply((value) => value),
    "in keys": ({ coconut, zones, text }) =>
      coconut.forEach(
        zones,
        (): string => {
          throw new Error(text);
        },
        () => {},
      ),
    "in keys that are there twice": ({ coconut, text }) =>
      coconut.forEach(
        coconut.unsecret(["a", "b"]),
        () => text,
        () => {},
      ),
    "in members": ({ coconut, holds, text }) =>
      coconut.when(holds, () => {
        throw new Error(text);
      }),
  };
  for (const [shape, make] of Object.entries(shapes))
    scenario(shape, async (s) => {
      inSecret(s, make);
      const problems = await s.apply({ rounds: 2 }).fails();
      expect(problems.map(({ detail }) => detail)).toContain(
        "The error text is not shown because it may contain a secret.",
      );
    });
});

describe("keys made from a secret are refused", () => {
  const lists: { readonly [which: string]: (given: Given) => Input<readonly string[]> } = {
    "as they are": ({ text }) => [text],
    "far below": ({ logs, text }) => logs.name.apply(() => [text]),
  };
  for (const [which, list] of Object.entries(lists))
    scenario(which, async (s) => {
      inSecret(s, (given) =>
        given.coconut.forEach(
          list(given),
          (key) => key,
          (_, key) => given.bucket(key),
        ),
      );
      await s.apply({ rounds: 2 }).fails("program/secret-members");
    });
});

scenario("a function that is asked over a secret is told so, and its answer is secret", async (s) => {
  inSecret(s, ({ site, coconut, functions, logs, text }) => {
    const { audience } = coconut.invokeOutput(functions.token, { audience: text }, { dependsOn: logs });
    site("www", { bucket: "b", title: audience });
  });
  await s.apply().succeeds();
  s.cloud.has("site www", { title: word });
  const messages = s.events.flatMap((event) => (event.kind === "message" ? [event.text] : []));
  expect(messages).toContain("made a token for [secret]");
});

import * as v from "valibot";
import * as coconut from "@coconut/coconut";
import { defineProvider, secret } from "@coconut/coconut/provider";
import { describe, expect, test } from "vitest";
import type { LogsOptions } from "../../src/operations/index.js";
import type { Stack } from "../../src/operations/stack/index.js";
import { testStack } from "../../src/testing/index.js";

const lake = defineProvider({
  package: "lake",
  version: "1.0.0",
  config: { owner: v.optional(v.string(), "nobody"), key: secret(v.optional(v.string())) },
  connect: ({ owner }) => owner,
});

const hooks = {
  inputs: { token: secret(v.optional(v.string())) },
  outputs: {},
  create: async () => ({ id: "boat-1", outputs: {} }),
  read: async () => ({}),
  update: async () => ({}),
  delete: async () => {},
};

const Quiet = lake.resource("index:Quiet", hooks);
const times = ["2024-05-01T00:00:00Z", "2024-05-02T00:00:00Z"].map((text) => new Date(text));
const Boat = lake.resource("index:Boat", {
  ...hooks,
  logs: async function* ({ client, config, id, prior, since, follow, signal }) {
    yield { time: times[0]!, message: `${id} of ${client} since ${since?.toISOString() ?? "ever"}` };
    if (prior.inputs.token !== undefined)
      yield { time: times[1]!, message: `token ${prior.inputs.token} key ${config.key}` };
    if (prior.inputs.token === "sinks") throw new Error(`it sank with ${prior.inputs.token}`);
    if (follow)
      await new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
  },
  stats: async ({ client, prior }) => {
    if (prior.inputs.token === "sinks") throw new Error(`it sank with ${prior.inputs.token}`);
    return {
      trips: client.length,
      speed: { value: 3, unit: "kn" },
      odd: prior.inputs.token as unknown as number,
    };
  },
});

async function messages(stack: Stack, resource: string, options?: LogsOptions) {
  const found: string[] = [];
  for await (const { message } of stack.logs(resource, options)) found.push(message);
  return found;
}

class Lake extends coconut.ProviderResource {
  constructor(name: string, config: { readonly owner?: coconut.Input<string> }) {
    super("lake", name, config);
  }
}

class Group extends coconut.ComponentResource {}

const refused = (work: Promise<unknown>) =>
  work.then(
    () => "nothing",
    (error: Error) => error.message,
  );

describe("logs and stats of a resource", () => {
  test("by each of its names, and none is written or locked for it", async () => {
    const stack = await testStack(() => void new Boat("argo", {}));
    await stack.apply();
    const before = await stack.history();
    const urn = "urn:pulumi:test::project::lake:index:Boat::argo";
    for (const name of [urn, "argo", "boat-1"]) {
      expect(await messages(stack, name)).toEqual(["boat-1 of nobody since ever"]);
      expect(await stack.stats(name)).toEqual({ trips: 6, speed: { value: 3, unit: "kn" } });
    }
    expect(await stack.history()).toEqual(before);
    expect(await messages(stack, "argo", { since: times[1]! })).toEqual([
      "boat-1 of nobody since 2024-05-02T00:00:00.000Z",
    ]);
  });

  test("are followed until the signal, which is no failure", async () => {
    const stack = await testStack(() => void new Boat("argo", {}));
    await stack.apply();
    const controller = new AbortController();
    const found: string[] = [];
    for await (const { message } of stack.logs("argo", { follow: true, signal: controller.signal })) {
      found.push(message);
      setImmediate(() => controller.abort());
    }
    expect(found).toHaveLength(1);
  });

  test("come without what is secret, and so do failures", async () => {
    const stack = await testStack(() => void new Boat("argo", { token: "hunter2" }), {
      config: { "lake:key": "abc123" },
    });
    await stack.apply();
    expect((await messages(stack, "argo"))[1]).toBe("token [secret] key [secret]");
    expect(await stack.stats("argo")).not.toHaveProperty("odd");
    const sinking = await testStack(() => void new Boat("argo", { token: "sinks" }));
    await sinking.apply();
    for (const ask of [() => messages(sinking, "argo"), () => sinking.stats("argo")])
      expect(await refused(ask())).toMatch(/provider\/hook-failed[^]*threw \[secret\]/);
  });

  test("are asked with the configuration that the program has, else with the recorded one", async () => {
    const program: { owner?: (() => coconut.Input<string>) | undefined; isBroken: boolean } = {
      owner: () => "ana",
      isBroken: false,
    };
    const stack = await testStack(
      () => {
        if (program.isBroken) throw new Error("the program fails");
        if (program.owner === undefined) return;
        const own = new Lake("own", { owner: program.owner() });
        new Boat("argo", {}, { provider: own });
      },
      { packages: [lake] },
    );
    await stack.apply();
    program.owner = () => "bo";
    expect(await messages(stack, "argo")).toEqual(["boat-1 of bo since ever"]);
    // What is not made yet is not made for it.
    program.owner = () => new Quiet("new", {}).id;
    expect(await messages(stack, "argo")).toEqual(["boat-1 of ana since ever"]);
    program.owner = undefined;
    expect(await messages(stack, "argo")).toEqual(["boat-1 of ana since ever"]);
    program.isBroken = true;
    expect(await messages(stack, "argo")).toEqual(["boat-1 of ana since ever"]);
  });

  test.each([
    ["quiet", "engine/not-supported", /does not offer (logs|performance counters)/],
    ["group", "engine/not-supported", /exists only in state and has no object to inspect/],
    ["own", "engine/not-supported", /exists only in state and has no object to inspect/],
    ["nobody", "plan/no-such-resource", /no resource named "nobody"/],
  ])("of %s there are none", async (name, code, why) => {
    const stack = await testStack(() => {
      const own = new Lake("own", {});
      new Group("lake:index:Group", "group");
      new Quiet("quiet", {}, { provider: own });
    });
    await stack.apply();
    for (const ask of [() => messages(stack, name), () => stack.stats(name)]) {
      const text = await refused(ask());
      expect(text).toContain(code);
      expect(text).toMatch(why);
    }
  });
});

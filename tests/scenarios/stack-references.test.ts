import { expect } from "vitest";
import { isSecret } from "../../src/model/index.js";
import { stack as openStack, StackReference } from "../../src/embed/index.js";
import { openStore } from "../../src/store/internal.js";
import { sampleMachine } from "../../src/store/conformance/index.js";
import { FakeCloud, fakeProvider, testStack } from "../../src/testing/index.js";
import type { Scenario } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

/** A stack that others refer to, applied with these outputs. */
async function network(s: Scenario, outputs: object, name = "network"): Promise<Scenario> {
  const other = s.neighbour(name);
  other.program(() => outputs);
  await other.apply().succeeds();
  return other;
}

/** A site with the title that another stack exports. */
function titled(s: Scenario, name = "network"): void {
  s.program(({ site, coconut }) => {
    const other = new coconut.StackReference<{ title: string }>(name);
    site("www", { bucket: "b", title: other.requireOutput("title") });
  });
}

scenario("what another stack exports is used, and known at plan", async (s) => {
  const other = s.neighbour("network");
  other.program(({ bucket }) => ({ arn: bucket("logs").arn }));
  await other.apply().succeeds();
  s.program(({ site, coconut }) => {
    const { outputs } = new coconut.StackReference<{ arn: string }>("network");
    return { url: site("www", { bucket: outputs.arn }).url, arn: outputs.arn };
  });
  const plan = await s.plan().shows(`create site www`);
  expect(plan.changes[0]!.inputs).toMatchObject({ bucket: "arn:bucket-1" });
  expect(plan.plan.outputs).toMatchObject({ arn: "arn:bucket-1" });
  await s.apply({ plan }).succeeds();
  s.cloud.has("site www", { bucket: "arn:bucket-1" });
  const { resources } = await s.state();
  expect([...resources.values()].map(({ name }) => name)).toEqual(["www"]);
  await s.apply().changesNothing();
});

scenario(
  "a secret of another stack stays secret, and what is not secret beside it does not become so",
  async (s) => {
    const password = s.secret("open sesame");
    const other = s.neighbour("network");
    other.program(({ coconut }) => ({
      password: coconut.secret(password),
      nested: { token: coconut.secret(password), name: "plain" },
      title: "plain",
    }));
    await other.apply().succeeds();
    s.program(({ key, site, coconut }) => {
      const reference = new coconut.StackReference<{
        password: string;
        nested: { token: string; name: string };
        title: string;
      }>("network");
      key("access", { passphrase: reference.requireOutput("password") });
      site("www", { bucket: reference.outputs.nested.name, title: reference.requireOutput("title") });
      return { password: reference.getOutput("password"), token: reference.outputs.nested.token };
    });
    const plan = await s.plan().succeeds();
    expect(plan.text()).toMatch(/passphrase: +\[secret\]\n/);
    expect(plan.text()).toMatch(/title: +"plain"\n/);
    await s.apply({ plan }).succeeds();
    s.cloud.has("key access", { passphrase: password });
    const outputs = await s.outputs();
    expect(isSecret(outputs["password"])).toBe(true);
    expect(isSecret(outputs["token"])).toBe(true);
  },
);

scenario(
  "an output that is required and not there is refused with the names of those that are",
  async (s) => {
    await network(s, { heading: "Hello", tilte: "Hello" });
    titled(s);
    const [problem] = await s.plan().fails("engine/no-such-stack-output");
    expect(problem!.detail).toContain(
      '"title" of the stack scenario/network, which has these outputs: heading, tilte.',
    );
    expect(problem!.hint).toBe('Did you mean "tilte"?');
    expect(problem!.position!.file).toContain("stack-references.test.ts");
    expect(s.cloud.effects).toEqual([]);
  },
);

scenario("an output that is not required may be absent, also that of a stack which has none", async (s) => {
  const other = s.neighbour("network");
  await other.store();
  s.program(({ site, coconut }) => {
    const reference = new coconut.StackReference<{ title: string }>("network");
    const title = reference.getOutput("title").apply((given) => given ?? "nothing");
    site("www", { bucket: "b", title });
  });
  await s.apply().succeeds();
  s.cloud.has("site www", { title: "nothing" });
  titled(s);
  const [problem] = await s.plan().fails("engine/no-such-stack-output");
  expect(problem!.detail).toContain("which has no outputs");
});

scenario("a stack that does not exist is refused with those that do, and is not made", async (s) => {
  await network(s, { title: "Hello" });
  titled(s, "netwrok");
  const [problem] = await s.plan().fails("store/no-stack");
  expect(problem!.hint).toContain("network");
  expect(problem!.position!.file).toContain("stack-references.test.ts");
  await s.apply().fails("store/no-stack");
  await s.plan().fails("store/no-stack");
  expect(s.cloud.effects).toEqual([]);
});

scenario(
  "what another stack exported anew after the plan stops whoever would use it, before the call",
  async (s) => {
    const other = await network(s, { title: "one", unused: 1 });
    titled(s);
    const plan = await s.plan().shows(`create site www`);
    other.program(() => ({ title: "two", unused: 1 }));
    await other.apply().succeeds();
    const [problem] = await s.apply({ plan }).fails("engine/premise");
    expect(problem!.detail).toContain('title: "one" -> "two"');
    expect(s.cloud.effects).toEqual([]);
  },
);

scenario("also one that was to stay the same", async (s) => {
  const other = await network(s, { title: "one" });
  titled(s);
  await s.apply().succeeds();
  const plan = await s.plan().showsNothing();
  expect(plan.isEmpty).toBe(true);
  other.program(() => ({ title: "two" }));
  await other.apply().succeeds();
  await s.apply({ plan }).fails("engine/premise");
  s.story(`confirm site www failed: engine/premise`);
  s.cloud.has("site www", { title: "one" });
});

scenario("what is used of another stack may stay while other outputs of it move", async (s) => {
  const other = await network(s, { title: "one", unused: 1 });
  s.program(({ site, coconut }) => {
    const { outputs } = new coconut.StackReference<{ title: string }>("network");
    site("www", { bucket: "b", title: outputs.title });
  });
  const plan = await s.plan().shows(`create site www`);
  other.program(() => ({ title: "one", unused: 2 }));
  await other.apply().succeeds();
  await s.apply({ plan }).succeeds();
});

scenario("the next plan follows what the other stack has become", async (s) => {
  const other = await network(s, { title: "one" });
  titled(s);
  await s.apply().succeeds();
  other.program(() => ({ title: "two" }));
  await other.apply().succeeds();
  await s.plan().shows(`update site www (title)`);
  await s.apply().succeeds();
  s.cloud.has("site www", { title: "two" });
  await s.apply().changesNothing();
});

scenario("a plan file is refused when the other stack has moved", async (s) => {
  const other = await network(s, { title: "one" });
  titled(s);
  const file = await s.plan().file();
  other.program(() => ({ title: "two" }));
  await other.apply().succeeds();
  await s.apply({ file }).fails("engine/plan-file-other-program");
  expect(s.cloud.effects).toEqual([]);
});

scenario("a stack cannot refer to itself, however it is spelled", async (s) => {
  for (const name of ["test", "scenario/test", { stack: "test" }, { project: "scenario", stack: "test" }]) {
    s.program(({ coconut }) => new coconut.StackReference(name));
    const [problem] = await s.plan().fails("sdk/own-stack");
    expect(problem!.position!.file).toContain("stack-references.test.ts");
  }
});

scenario("two stacks may refer to each other's outputs", async (s) => {
  const other = s.neighbour("network");
  other.program(({ coconut }) => ({
    heard: new coconut.StackReference<{ said: string }>("test").getOutput("said"),
  }));
  s.program(({ coconut }) => ({
    said: "hello",
    heard: new coconut.StackReference<{ heard: string }>("network").getOutput("heard"),
  }));
  await other.store();
  await s.apply().succeeds();
  await other.apply().succeeds();
  await s.apply().succeeds();
  expect(await s.outputs()).toEqual({ said: "hello", heard: "hello" });
});

scenario("what names no stack is refused where it stands", async (s) => {
  const names: unknown[] = [
    7,
    null,
    {},
    { stack: 1 },
    { stack: "a", namespace: 2 },
    { project: 3, stack: "a" },
    "/a",
  ];
  for (const name of names) {
    s.program(({ coconut }) => new coconut.StackReference(name as string));
    const [problem] = await s.plan().fails("sdk/wrong-stack-name");
    expect(problem!.position!.file).toContain("stack-references.test.ts");
  }
  for (const name of ["", "a:b:c", "shop/", { stack: "" }]) {
    s.program(({ coconut }) => new coconut.StackReference(name));
    await s.plan().fails("model/malformed-environment");
  }
  s.program(({ site, coconut }) => {
    const other = new coconut.StackReference<{ title: string }>("network");
    site("www", { bucket: "b", title: other.requireOutput(7 as never) });
  });
  await network(s, { title: "Hello" });
  await s.plan().fails("engine/wrong-arguments");
});

scenario("a stack with a namespace is another than the one without", async (s) => {
  await network(s, { title: "of all" });
  await network(s, { title: "of acmecorp" }, "network:acmecorp");
  s.program(({ site, coconut }) => {
    const all = new coconut.StackReference<{ title: string }>("network");
    const acme = new coconut.StackReference<{ title: string }>("network:acmecorp");
    const same = new coconut.StackReference<{ title: string }>({ stack: "network", namespace: "acmecorp" });
    site("a", { bucket: same.requireOutput("title"), title: acme.requireOutput("title") });
    site("b", { bucket: "b", title: all.requireOutput("title") });
  });
  await s.apply().succeeds();
  s.cloud.has("site a", { bucket: "of acmecorp", title: "of acmecorp" });
  s.cloud.has("site b", { title: "of all" });
});

scenario("a stack of another project is named with it; under the wrong project it is refused", async (s) => {
  const other = s.neighbour("shared", { project: "infra" });
  other.program(() => ({ title: "from infra" }));
  await other.apply().succeeds();
  titled(s, "infra/shared");
  await s.apply().succeeds();
  s.cloud.has("site www", { title: "from infra" });
  titled(s, "shared");
  const [problem] = await s.plan().fails("store/no-stack");
  expect(problem!.detail).toContain("A stack of this name belongs to the project infra.");
});

scenario("a stack whose key cannot be opened says so itself", async (s) => {
  const other = s.neighbour("network", { passphrase: "quite another passphrase" });
  other.program(() => ({ title: "Hello" }));
  await other.apply().succeeds();
  titled(s);
  const [problem] = await s.plan().fails("store/key-wrong");
  expect(problem!.related).toMatchObject([{ message: expect.stringContaining("scenario/network") }]);
  expect(problem!.position!.file).toContain("stack-references.test.ts");
});

scenario("objects, lists and resources among outputs come as plain data", async (s) => {
  const other = s.neighbour("network");
  other.program(({ bucket, group }) => {
    const logs = bucket("logs");
    return { logs, web: group("web"), all: { list: [logs.id, logs], deep: { port: 80 } } };
  });
  await other.apply().succeeds();
  s.program(({ coconut, bucket }) => {
    const { outputs } = new coconut.StackReference<{
      logs: string;
      web: string;
      all: { list: string[]; deep: { port: number } };
    }>("network");
    const port = outputs.all.deep.port.apply((number) => String(number + 1));
    bucket("own", { tags: { id: outputs.logs, second: outputs.all.list[1]!, port } });
    return { outputs };
  });
  await s.apply().succeeds();
  s.cloud.has("bucket own", { tags: { id: "bucket-1", second: "bucket-1", port: "81" } });
  expect(await s.outputs()).toEqual({
    outputs: {
      logs: "bucket-1",
      web: "urn:pulumi:network::scenario::test:index:Group::web",
      all: { list: ["bucket-1", "bucket-1"], deep: { port: 80 } },
    },
  });
});

scenario("which output is asked for may itself be known after apply", async (s) => {
  await network(s, { "bucket-1": "the first" });
  s.program(({ bucket, site, coconut }) => {
    const other = new coconut.StackReference<{ [id: string]: string }>("network");
    site("www", { bucket: "b", title: other.requireOutput(bucket("logs").id) });
  });
  const plan = await s.plan().shows(`
    create bucket logs
    create site www
  `);
  expect(plan.text()).toMatch(/title: +known after apply\n/);
  await s.apply({ plan }).succeeds();
  s.cloud.has("site www", { title: "the first" });
});

scenario("one evaluation sees one state of another stack", async (s) => {
  const other = await network(s, { title: "one" });
  s.program(async ({ site, coconut }) => {
    const reference = new coconut.StackReference<{ title: string }>("network");
    const later = reference.outputs.title.apply(async (title) => {
      if (title === "one") {
        other.program(() => ({ title: "two" }));
        await other.apply().succeeds();
      }
      return title;
    });
    site("www", { bucket: later.apply(() => reference.requireOutput("title")), title: later });
  });
  const plan = await s.plan().succeeds();
  expect(plan.changes[0]!.inputs).toMatchObject({ bucket: "one", title: "one" });
});

scenario(
  "nothing of the other stack is locked or written, and a run on it does not keep others from reading",
  async (s) => {
    const other = await network(s, { title: "one" });
    const before = await everythingOf(other);
    titled(s);
    await s.apply().succeeds();
    await s.destroy().succeeds();
    expect(await everythingOf(other)).toEqual(before);

    const run = await (await other.store()).begin({ command: "apply", actor: "bob" });
    await s.apply().succeeds();
    await run.end("succeeded", {});
    s.cloud.has("site www", { title: "one" });
  },
  { store: "sqlite" },
);

async function everythingOf(s: Scenario): Promise<unknown> {
  const store = await s.store();
  return [await store.read(), await store.journal(), await store.history()];
}

scenario("a stack whose reference is gone can still be destroyed", async (s) => {
  const other = s.neighbour("network");
  other.program(() => ({ account: "main" }));
  await other.apply().succeeds();
  const program = (name: string) =>
    s.program(({ account, bucket, coconut }) => {
      const reference = new coconut.StackReference<{ account: string }>(name);
      const provider = account("cloud", { account: reference.requireOutput("account") });
      bucket("logs", {}, { provider });
    });
  program("network");
  await s.apply().succeeds();
  program("gone");
  await s.plan().fails("store/no-stack");
  await s.destroy().succeeds();
  s.cloud.lacks("bucket logs");
});

scenario("stacks of one process share a store object", async () => {
  const { types } = fakeProvider(new FakeCloud());
  const ports = sampleMachine("shared").process(1);
  const store = await openStore("memory:", ports);
  const base = await openStack({
    project: "infra",
    name: "network",
    store,
    ports,
    program: () => ({ title: "shared" }),
  });
  const shop = await openStack({
    project: "shop",
    name: "dev",
    store,
    ports,
    program: () => {
      const reference = new StackReference<{ title: string }>("infra/network");
      new types.Site("www", { name: "www", bucket: "b", title: reference.requireOutput("title") });
      return { title: reference.requireOutput("title") };
    },
  });
  await base.apply();
  const run = await shop.apply();
  expect(run.outputs).toEqual({ title: "shared" });
  await base.close();
  await shop.close();
});

scenario("a stack that stands alone has no others to refer to", async () => {
  const alone = await testStack(() => ({ title: new StackReference("network").requireOutput("title") }));
  await expect(alone.plan()).rejects.toMatchObject({ diagnostics: [{ code: "engine/no-other-stacks" }] });
  expect(() => new StackReference("network")).toThrow("sdk/no-program");
});

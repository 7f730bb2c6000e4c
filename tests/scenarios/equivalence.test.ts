import * as v from "valibot";
import { describe, expect } from "vitest";
import type { Scenario } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

/** Nothing is called, and the diagnostic says what differs. */
async function refusal(s: Scenario, file: Uint8Array): Promise<string> {
  const since = s.cloud.effects.length;
  const [problem] = await s.apply({ file }).fails("engine/plan-file-other-program");
  expect(s.cloud.effects.slice(since)).toEqual([]);
  return problem!.detail;
}

describe("a plan file is applied although the program spells an input differently", () => {
  scenario("of a create", async (s) => {
    let image = "node:20";
    s.program(({ task, site }) =>
      site("www", { bucket: task("build", { command: "make", image }).revision }),
    );
    const file = await s.plan().file();
    image = "NODE:20";
    const other = s.beside();
    await other.apply({ file }).succeeds();
    other.story(`
      create task build
      create site www
    `);
    s.cloud.has("task build", { image: "NODE:20" });
  });

  scenario("of an update", async (s) => {
    let [command, image] = ["make", "node:20"];
    s.program(({ task }) => task("build", { command, image }));
    await s.apply().succeeds();
    command = "make all";
    const file = await s.plan().file();
    image = "NODE:20";
    const other = s.beside();
    await other.apply({ file }).succeeds();
    other.story(`update task build`);
    s.cloud.has("task build", { command: "make all" });
  });

  scenario("of a field whose change replaces", async (s) => {
    s.types({ Task: { replaceOn: ["image"] } });
    let [image, retries] = ["node:20", 1];
    s.program(({ task }) => task("build", { command: "make", image, retries }));
    await s.apply().succeeds();
    retries = 2;
    const file = await s.plan().file();
    image = "NODE:20";
    const other = s.beside();
    await other.apply({ file }).succeeds();
    other.story(`update task build`);
  });

  scenario("of a resource that stays as it is", async (s) => {
    let image = "node:20";
    s.program(({ task }) => task("build", { command: "make", image }));
    await s.apply().succeeds();
    const file = await s.plan().file();
    image = "NODE:20";
    const run = await (await s.beside().stack()).applyFile(file);
    expect(run).toMatchObject({ ok: true, reports: [] });
    await s.plan().shows(`record task build (inputs)`);
  });

  scenario("that is secret, which stays one", async (s) => {
    const [lower, upper] = [s.secret("node:secret-spelling"), s.secret("NODE:SECRET-SPELLING")];
    let image = lower;
    s.program(({ task, coconut }) => task("build", { command: "make", image: coconut.secret(image) }));
    const file = await s.plan().file();
    image = upper;
    await s.beside().apply({ file }).succeeds();
  });

  scenario("and without any call before the plan has proved to be the same", async (s) => {
    let [command, image] = ["make", "node:20"];
    s.program(({ task }) => task("build", { command, image }));
    const file = await s.plan().file();
    [command, image] = ["make all", "NODE:20"];
    const detail = await refusal(s.beside(), file);
    expect(detail).toMatch(/^ {4}changed: \S+Task::build$/m);
    expect(detail).toContain('      inputs.command: "make" -> "make all"');
    expect(detail).not.toContain("inputs.image");
  });
});

describe("a plan file is refused with the field and both values", () => {
  scenario("of an input for which the type has no equivalence", async (s) => {
    let acl = "private";
    s.program(({ bucket }) => bucket("logs", { acl }));
    const file = await s.plan().file();
    acl = "PRIVATE";
    expect(await refusal(s.beside(), file)).toContain('      inputs.acl: "private" -> "PRIVATE"');
  });

  scenario("of an input that the type does not call equivalent", async (s) => {
    let image = "node:20";
    s.program(({ task }) => task("build", { command: "make", image }));
    const file = await s.plan().file();
    image = "NODE:22";
    expect(await refusal(s.beside(), file)).toContain('      inputs.image: "node:20" -> "NODE:22"');
  });

  scenario("of an option", async (s) => {
    let protect = false;
    s.program(({ bucket }) => bucket("logs", {}, { protect }));
    const file = await s.plan().file();
    protect = true;
    expect(await refusal(s.beside(), file)).toContain("      options.protect: false -> true");
  });

  scenario("of a value that becomes secret, whatever the type says of its spelling", async (s) => {
    const secret = s.secret("NODE:BECOMES-SECRET");
    let isSecret = false;
    s.program(({ task, coconut }) =>
      task("build", { command: "make", image: isSecret ? coconut.secret(secret) : "node:becomes-secret" }),
    );
    const file = await s.plan().file();
    isSecret = true;
    expect(await refusal(s.beside(), file)).toContain("      inputs.image: [secret] -> [secret]");
  });
});

/** Tasks whose update returns the image in a spelling of the service, in capitals unless said. */
function respellingTasks(s: Scenario, respell = (image: string) => image.toUpperCase()): void {
  const outputsOf = (properties: { readonly image?: unknown; readonly isRespelled?: unknown }) => {
    const image = String(properties.image);
    return { revision: "one", status: "idle", image: properties.isRespelled ? respell(image) : image };
  };
  s.types({
    Task: {
      outputs: { revision: v.string(), status: v.string(), image: v.string() },
      modifyPlan: () => {},
      create: async ({ client: { cloud, account }, inputs, idempotencyKey: token }: HookCall) => {
        const request = { kind: "task", name: inputs.name, properties: inputs, token, account };
        const made = await cloud.create({ ...request, honoursToken: true, ready: true });
        return { id: made.id, outputs: outputsOf(inputs) };
      },
      update: async ({ client: { cloud, account }, id, inputs, idempotencyKey: token }: HookCall) => {
        const properties = { ...inputs, isRespelled: true };
        await cloud.update({ kind: "task", id, properties, account, token });
        return outputsOf(properties);
      },
      read: async ({ client: { cloud, account }, id }: HookCall) => {
        const found = await cloud.read({ kind: "task", id, account });
        return found && outputsOf(found.properties);
      },
    },
  });
}

interface HookCall {
  readonly client: { readonly cloud: Scenario["cloud"]; readonly account: string };
  readonly id: string;
  readonly inputs: { readonly name: string; readonly image?: string };
  readonly idempotencyKey: string;
}

/** A task, and what reads its image. */
const imageOf = (resource: object) => (resource as { readonly image: never }).image;

describe("an output with the name of an input may come back in another spelling of it", () => {
  scenario("where the field of its dependent has that equivalence too", async (s) => {
    respellingTasks(s);
    let retries = 1;
    s.program(({ task }) => {
      const first = task("first", { command: "make", image: "node:20", retries });
      task("second", { command: "make", image: imageOf(first), retries });
    });
    await s.apply().succeeds();
    retries = 2;
    await s.plan().shows(`
      update task first (retries)
      update task second (retries)
    `);
    await s.apply().succeeds();
    s.story(`
      update task first
      update task second
    `);
    s.cloud.has("task second", { image: "NODE:20" });
  });

  scenario("and a dependent that stays as it is keeps its spelling until the next run", async (s) => {
    respellingTasks(s);
    let retries = 1;
    s.program(({ task }) => {
      const first = task("first", { command: "make", image: "node:20", retries });
      task("second", { command: "make", image: imageOf(first) });
    });
    await s.apply().succeeds();
    retries = 2;
    const { ok } = await (await s.stack()).apply();
    expect(ok).toBe(true);
    s.cloud.has("task second", { image: "node:20" });
    await s.plan().shows(`record task second (inputs)`);
  });

  scenario("and a dependent whose field has none is stopped before its call", async (s) => {
    respellingTasks(s);
    let [retries, title] = [1, "one"];
    s.program(({ task, site, bucket }) => {
      const first = task("first", { command: "make", image: "node:20", retries });
      site("www", { bucket: imageOf(first), title });
      bucket("after", { tags: { title } }, { dependsOn: first });
    });
    await s.apply().succeeds();
    [retries, title] = [2, "two"];
    const [problem] = await s.apply({ continueOnError: true, parallel: 1 }).fails("engine/premise");
    expect(problem!.resource).toMatch(/Site::www$/);
    expect(problem!.detail).toContain('bucket: "node:20" -> "NODE:20"');
    s.story(`
      update task first
      update site www failed: engine/premise
      update bucket after
    `);
    await s.apply().succeeds();
    s.cloud.has("site www", { bucket: "NODE:20", title: "two" });
  });

  scenario("and any other value is still a broken promise", async (s) => {
    respellingTasks(s, () => "node:22");
    let retries = 1;
    s.program(({ task, site }) => {
      site("www", { bucket: imageOf(task("first", { command: "make", image: "node:20", retries })) });
    });
    await s.apply().succeeds();
    retries = 2;
    const [problem] = await s.apply().fails("engine/broken-promise");
    expect(problem!.detail).toContain('image: "node:20" -> "node:22"');
  });

  scenario("which is no drift", async (s) => {
    respellingTasks(s);
    s.program(({ task }) => task("build", { command: "make", image: "node:20" }));
    await s.apply().succeeds();
    s.cloud.drifts("task build", { isRespelled: true });
    await s.plan().showsNothing();
    await s.refresh().succeeds();
    await s.plan().showsNothing();
    s.cloud.drifts("task build", { image: "node:22" });
    await s.plan().shows(`update task build (drift: image)`);
  });
});

import { createHmac } from "node:crypto";
import { expect } from "vitest";
import type { ValueObject } from "../../src/model/index.js";
import { scenario } from "../support/scenario.js";
import type { Scenario } from "../support/scenario/index.js";
import { wrappedHost } from "../support/wrapped-host.js";

interface Drawn {
  readonly name: string;
  readonly mode: string;
  readonly phase: string;
  readonly seed: string;
}

/** From now on every plan draws its seed. */
function drawing(s: Scenario): Drawn[] {
  const drawn: Drawn[] = [];
  s.wraps((host) =>
    wrappedHost(host, (provider) => ({
      plan: (call, request) => {
        const { name } = request.inputs as ValueObject & { readonly name: string };
        drawn.push({ name, mode: request.mode, phase: call.phase, seed: request.seed!() });
        return provider.plan(call, request);
      },
    })),
  );
  return drawn;
}

function seeds(drawn: readonly Drawn[]): readonly string[] {
  return [...new Set(drawn.map(({ seed }) => seed))];
}

scenario("the seed of an object is the same in plan and apply, and for every later plan of it", async (s) => {
  const drawn = drawing(s);
  s.program(({ bucket, task }) => task("probe", { command: bucket("logs").id }));
  await s.apply().succeeds();
  const ofTask = drawn.filter(({ name }) => name === "probe");
  // Its command is known after apply, so it is planned again then.
  expect(ofTask.map(({ phase }) => phase)).toContain("apply");
  expect(seeds(ofTask)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect(seeds(drawn)).toHaveLength(2);
  const before = seeds(drawn);
  await s.apply().changesNothing();
  s.program(({ bucket, task }) => task("probe", { command: bucket("logs", { acl: "public" }).arn }));
  await s.apply().succeeds();
  expect(seeds(drawn)).toEqual(before);
});

scenario("a replacement draws another seed, which a kill between its halves does not change", async (s) => {
  const drawn = drawing(s);
  const program = (size: number) =>
    s.program(({ disk, task }) => task("probe", { command: "go" }, { dependsOn: disk("data", { size }) }));
  program(1);
  await s.apply().succeeds();
  const [first] = seeds(drawn);
  drawn.length = 0;
  program(2);
  s.crashBefore("intent create disk data");
  await s.apply().crashes();
  const replaced = drawn.filter(({ mode }) => mode === "create");
  expect(seeds(replaced)).toHaveLength(1);
  expect(seeds(replaced)).not.toContain(first);
  const [second] = seeds(replaced);
  drawn.length = 0;
  await s.apply().succeeds();
  expect(seeds(drawn.filter(({ mode }) => mode === "create"))).toEqual([second]);
  drawn.length = 0;
  await s.plan().succeeds();
  expect(seeds(drawn.filter(({ name }) => name === "data"))).toEqual([second]);
});

scenario("a plan file is applied with the seeds that it was made with", async (s) => {
  const drawn = drawing(s);
  s.program(({ bucket, task }) => task("probe", { command: bucket("logs").id }), "one");
  const file = await s.plan().file();
  const planned = drawn.splice(0);
  await s.apply({ file }).succeeds();
  const applied = drawn.find(({ phase }) => phase === "apply");
  expect(planned.find(({ name }) => name === "probe")!.seed).toBe(applied!.seed);
});

scenario("what is renamed draws by its new name", async (s) => {
  const drawn = drawing(s);
  s.program(({ bucket }) => bucket("logs", { name: "fixed" }));
  await s.apply().succeeds();
  const before = seeds(drawn);
  drawn.length = 0;
  s.program(({ bucket }) => bucket("history", { name: "fixed" }, { aliases: [{ name: "logs" }] }));
  await s.apply().succeeds();
  expect(seeds(drawn)).toHaveLength(1);
  expect(seeds(drawn)).not.toEqual(before);
});

scenario("two stacks draw other seeds for the same resource", async (s) => {
  const other = s.neighbour("other");
  for (const each of [s, other]) each.program(({ bucket }) => bucket("logs"));
  const [drawn, drawnThere] = [drawing(s), drawing(other)];
  await s.plan().succeeds();
  await other.plan().succeeds();
  expect([seeds(drawn), seeds(drawnThere)].map(({ length }) => length)).toEqual([1, 1]);
  expect(seeds(drawn)).not.toEqual(seeds(drawnThere));
});

scenario("nothing is computed unless a provider asks", async (s) => {
  const store = await s.store();
  let asked = 0;
  const { keyedDigest } = store;
  store.keyedDigest = (...parameters) => {
    asked++;
    return keyedDigest.apply(store, parameters);
  };
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  expect(asked).toBe(0);
});

scenario("a type's own modifier gets the seed", async (s) => {
  const found: string[] = [];
  s.types({ Bucket: { modifyPlan: ({ seed }: { seed: () => string }) => void found.push(seed()) } });
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  await s.plan().succeeds();
  const [urn] = [...(await s.state()).resources.values()].map((row) => row.urn);
  const expected = (await s.store()).keyedDigest("seed", JSON.stringify([urn, 1]));
  expect(new Set(found)).toEqual(new Set([expected]));
  expect(expected).not.toBe(
    createHmac("sha256", "")
      .update(JSON.stringify([urn, 1]))
      .digest("hex"),
  );
});

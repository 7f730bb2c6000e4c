import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { isDiagnosticError, isEphemeral, type Diagnostic, type RunEvent } from "../../src/model/index.js";
import type { Child } from "../../src/provider/child/index.js";
import type { Timer } from "../../src/std/index.js";
import { processGroupOf } from "../../src/std/process-group.js";
import { openStore, type StackStore } from "../../src/store/internal.js";
import { sampleMachine } from "../../src/store/conformance/index.js";
import { testPackage } from "../../src/testing/provider-kit/test-provider.js";
import { temporaryFolder } from "../store/temporary-folder.js";
import { openedText } from "../support/invariants/opened-text.js";
import { shelfScript } from "../support/json-lines/shelf-script.js";
import {
  address,
  breaks,
  settledIn,
  shelfIn,
  shelfProgram,
  shelfStack,
  type ProgramName,
  type StackParts,
} from "../support/json-lines/shelf-world.js";
import { shelf, Thing } from "../support/json-lines/shelf.js";
import { startPackage } from "../support/json-lines/start-package.js";

const child = shelfScript();
beforeAll(child.build);

describe("a package in a child passes what typed packages pass", () => {
  const folder = mkdtempSync(join(tmpdir(), "coconut-json-lines-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const world = shelfIn(folder);
  let made = 0;
  const tests = testPackage(
    async () => (await startPackage(shelfProgram({ folder, script: child.path }))).package,
    shelf,
    [
      {
        type: Thing,
        create: () => ({ name: `thing-${++made}`, label: "one", pin: "a pin of a test" }),
        update: (inputs) => ({ ...inputs, label: "number two" }),
        replace: (inputs) => ({ ...inputs, name: `thing-${++made}` }),
        secret: (text) => ({ name: `thing-${++made}`, label: "one", token: text }),
        drift: async ({ id }) => world.put("fade", { ...world.get(id)!, color: "faded" }),
        remove: async ({ id }) => world.remove("lose", id),
      },
    ],
    { config: { folder: join(folder, "shelf") } },
  );
  test.each(tests)("$name", ({ run }) => run());

  test("there are as many tests as for a typed one", () => {
    expect(tests.length).toBeGreaterThanOrEqual(15);
  });
});

/** A stack in memory, a shelf in a folder, and a child for each command. */
class World {
  readonly folder = temporaryFolder();
  readonly shelf = shelfIn(this.folder);
  readonly store: StackStore;

  private constructor(store: StackStore) {
    this.store = store;
  }

  static async make(): Promise<World> {
    const store = await openStore("memory:", sampleMachine(`shelf ${randomUUID()}`).process(1));
    return new World(await store.open(address, { create: true }));
  }

  stack(program: ProgramName, parts: Partial<StackParts> = {}) {
    // A plan keeps its child for an apply that may follow.
    const onStart = (started: Child) => onTestFinished(() => started.close());
    return shelfStack({
      folder: this.folder,
      script: child.path,
      store: this.store,
      program,
      ...parts,
      child: { onStart, ...parts.child },
    });
  }

  /** Applies a program; what was done to things, what was found out, and what is told. */
  async apply(program: ProgramName, parts: Partial<StackParts> = {}) {
    const since = this.shelf.effects().length;
    const events: RunEvent[] = [];
    const run = await this.stack(program, parts)
      .apply({ onEvent: (event) => events.push(event) })
      .catch(thrown);
    const diagnostics = [
      ...new Set([
        ...run.diagnostics,
        ...("reports" in run ? run.reports.flatMap((report) => report.diagnostics) : []),
      ]),
    ];
    return {
      ok: run.ok,
      outputs: "outputs" in run ? run.outputs : undefined,
      effects: this.shelf.effects().slice(since),
      settled: settledIn(events),
      events,
      diagnostics,
    };
  }

  /** Applies a program, after which nothing is open, and nothing is left to do. */
  async settles(program: ProgramName) {
    const run = await this.apply(program);
    assert.deepEqual(run.diagnostics, []);
    assert.equal(run.ok, true);
    const { open } = await this.stack(program).snapshot();
    assert.equal(open.size, 0);
    assert.equal((await this.stack(program).plan()).isEmpty, true);
    return run;
  }
}

function thrown(error: unknown): { readonly ok: false; readonly diagnostics: readonly Diagnostic[] } {
  if (!isDiagnosticError(error)) throw error;
  return { ok: false, diagnostics: error.diagnostics };
}

test("the life of a thing: create, update, replace, drift, delete", async () => {
  const world = await World.make();
  const created = await world.settles("thing");
  expect(created.effects).toEqual(["create a"]);
  expect(created.outputs).toMatchObject({ shown: "one in red" });
  expect(created.events).toContainEqual(
    expect.objectContaining({ kind: "message", text: "making room for a" }),
  );
  expect((await world.settles("another label")).effects).toEqual(["update a"]);
  expect((await world.settles("another name")).effects).toEqual(["create b", "delete a"]);
  world.shelf.put("fade", { ...world.shelf.get("b")!, color: "faded" });
  expect((await world.stack("another name").plan()).text()).toContain("faded");
  expect((await world.settles("another name")).effects).toEqual(["update b"]);
  world.shelf.remove("lose", "b");
  expect((await world.settles("another name")).effects).toEqual(["create b"]);
  expect((await world.settles("nothing")).effects).toEqual(["delete b"]);
  expect(world.shelf.names()).toEqual([]);
});

/** A timer that goes off when it is told to. */
class ManualTimer implements Timer {
  readonly #due = new Set<() => void>();

  after(_: number, run: () => void): () => void {
    this.#due.add(run);
    return () => this.#due.delete(run);
  }

  fire(): void {
    for (const run of this.#due) run();
  }
}

/** A child whose time is over as soon as it hangs. */
function impatient(): Partial<StackParts> {
  const timer = new ManualTimer();
  const onStderr = (line: string) => {
    if (line.includes(": hang ")) timer.fire();
  };
  return { child: { timer, answerWithinMs: 60_000, onStderr } };
}

const codes = {
  crash: "provider/child-died",
  garbage: "provider/protocol-violation",
  shape: "provider/protocol-violation",
  hang: "provider/process-timeout",
} as const;

/** One diagnostic, which says what happened, shows the end of stderr and has a next step. */
function expectTold(diagnostics: readonly Diagnostic[], code: string, lastLine: RegExp): void {
  expect(diagnostics.map((each) => each.code)).toEqual([code]);
  expect(diagnostics[0]!.detail).toContain("the provider shelf");
  expect(diagnostics[0]!.detail).toMatch(lastLine);
  expect(diagnostics[0]!.hint).toContain("Run the command again");
}

describe("a child that goes wrong during a create", () => {
  test.each([
    ["crash", "before"],
    ["crash", "after"],
    ["garbage", "before"],
    ["garbage", "after"],
    ["shape", "after"],
    ["hang", "before"],
    ["hang", "after"],
  ] as const)("%s %s its effect: uncertain, and settled by the next run", async (does, when) => {
    const world = await World.make();
    breaks(world.folder, { method: "create", when, does });
    const run = await world.apply("thing", does === "hang" ? impatient() : {});
    expect(run.ok).toBe(false);
    expectTold(run.diagnostics, codes[does], new RegExp(`stderr:[^]*pid \\d+: ${does} ${when} create`));
    expect((await world.stack("thing").snapshot()).open.size).toBe(1);
    const next = await world.settles("thing");
    expect(next.settled).toHaveLength(1);
    if (when === "after") expect(next.settled).toEqual(["adopted"]);
    expect(world.shelf.effects().filter((effect) => effect === "create a")).toHaveLength(1);
    expect(world.shelf.names()).toEqual(["a"]);
  });

  test("what depends on it is not tried, and its secrets are not shown", async () => {
    const world = await World.make();
    breaks(world.folder, { method: "create", when: "after", does: "crash" });
    const run = await world.apply("two things");
    expectTold(run.diagnostics, "provider/child-died", /the token is \[secret\]/);
    expect(JSON.stringify([run.diagnostics, run.events])).not.toContain("hunter2");
    expect(run.effects).toEqual(["create a"]);
    // An adopted object is brought to its end by an update.
    expect((await world.settles("two things")).effects).toEqual(["update a", "create b"]);
  });

  test("the time limit of the engine ends the run, and the child with it", async () => {
    const world = await World.make();
    const timer = new ManualTimer();
    let pid = 0;
    const onStderr = (line: string) => {
      pid = Number(/^pid (\d+): hang/.exec(line)?.[1] ?? pid);
      if (pid > 0) timer.fire();
    };
    breaks(world.folder, { method: "create", when: "after", does: "hang" });
    const run = await world.apply("thing", { timer, child: { onStderr } });
    expect(run.diagnostics.map(({ code }) => code)).toEqual(["apply/timed-out"]);
    expect(processGroupOf(pid)).toBeUndefined();
    expect((await world.settles("thing")).settled).toEqual(["adopted"]);
    expect(world.shelf.effects()).toEqual(["create a", "update a"]);
  });
});

describe("a child that goes wrong during an update or a delete", () => {
  test.each(["crash", "garbage", "shape"] as const)("%s: the next run finds out", async (does) => {
    const world = await World.make();
    await world.settles("thing");
    breaks(world.folder, { method: "update", when: "after", does });
    const updated = await world.apply("another label");
    expectTold(updated.diagnostics, codes[does], new RegExp(`${does} after update`));
    await world.settles("another label");
    expect(world.shelf.get("a")).toMatchObject({ label: "two" });
    breaks(world.folder, { method: "delete", when: "after", does });
    const deleted = await world.apply("nothing");
    expectTold(deleted.diagnostics, codes[does], new RegExp(`${does} after delete`));
    expect((await world.settles("nothing")).effects).toEqual([]);
    expect(world.shelf.names()).toEqual([]);
  });
});

describe("a child that goes wrong while it is asked", () => {
  const methods = ["checkConfig", "configure", "plan", "validate", "read"] as const;
  const faults = (["crash", "garbage", "shape", "hang"] as const).flatMap((does) =>
    methods.map((method) => [does, method] as const),
  );

  test.each(faults)("%s during %s: nothing is done", async (does, method) => {
    const world = await World.make();
    await world.settles("thing");
    const before = await world.stack("thing").snapshot();
    breaks(world.folder, { method, when: "after", does });
    const run = await world.apply("another label", does === "hang" ? impatient() : {});
    expect(run.ok).toBe(false);
    expectTold(run.diagnostics.slice(0, 1), codes[does], new RegExp(`${does} after ${method}`));
    expect(run.effects).toEqual([]);
    const after = await world.stack("thing").snapshot();
    expect([after.open.size, [...after.objects.values()]]).toEqual([0, [...before.objects.values()]]);
    expect((await world.settles("another label")).effects).toEqual(["update a"]);
  });
});

describe("a child that does not start", () => {
  test.each<[string, NonNullable<StackParts["child"]>, RegExp]>([
    ["its program is missing", { command: "coconut-no-such-program" }, /ENOENT/],
    [
      "it crashes",
      { args: ["-e", "console.error('no licence'); process.exit(3)"] },
      /exited with code 3[^]*no licence/,
    ],
    ["it says something else", { args: ["-e", "console.log('Welcome')"] }, /no description of a package/],
  ])("%s: nothing is planned", async (_, program, text) => {
    const world = await World.make();
    const run = await world.apply("thing", { child: program });
    expect(run.diagnostics.map(({ code }) => code)).toEqual(["provider/child-start"]);
    expect(run.diagnostics[0]!.detail).toMatch(text);
    expect(run.diagnostics[0]!.hint).toBeDefined();
    expect(run.effects).toEqual([]);
  });
});

describe("ephemeral values", () => {
  test("reach a child, and come from one, and are not stored", async () => {
    const world = await World.make();
    const run = await world.settles("an ephemeral pin");
    expect(run.effects).toEqual(["create a"]);
    const { pin } = world.shelf.get("a")!;
    expect(pin).toMatch(/^pin-\d+-7+$/);
    const text = await openedText(world.store);
    expect(text).toContain("json-lines");
    expect(text).not.toContain("pin-");
  });

  test("are in no plan file: the child is asked again", async () => {
    const world = await World.make();
    const file = (await world.stack("an ephemeral pin").plan()).file();
    const run = await world.stack("an ephemeral pin").applyFile(file);
    expect(run.diagnostics).toEqual([]);
    expect(world.shelf.get("a")!.pin).toMatch(/^pin-/);
  });

  test("are marked although they are not known yet, and refused where they would be stored", async () => {
    const world = await World.make();
    const plan = await world.stack("a pin of a thing").plan();
    expect(plan.plan.changes.at(-1)!.inputs["pin"]).toSatisfy(isEphemeral);
    const { diagnostics, effects } = await world.apply("a pin as a label");
    expect(diagnostics.map(({ code }) => code)).toEqual(["engine/ephemeral-value"]);
    expect(effects).toEqual([]);
  });
});

test("a package that is loaded and never configured does not keep its process", async () => {
  for (const program of ["a provider alone", "a count"] as const) {
    const world = await World.make();
    const started: Child[] = [];
    const stack = world.stack(program, { child: { onStart: (each) => void started.push(each) } });
    await stack.plan();
    expect(started.length).toBeGreaterThan(0);
    await stack.close();
    expect(started.map(({ isOver }) => isOver)).toEqual(started.map(() => true));
  }
});

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { RunEvent } from "../../src/model/index.js";
import type { Child } from "../../src/provider/child/index.js";
import { processGroupOf } from "../../src/std/process-group.js";
import { openStore, type StackStore } from "../../src/store/internal.js";
import { portsIn, settingsIn, temporaryFolder } from "../store/temporary-folder.js";
import type { ShelfRequest } from "../support/json-lines/shelf-process.js";
import { engineScript, shelfScript } from "../support/json-lines/shelf-script.js";
import {
  address,
  breaks,
  settledIn,
  shelfIn,
  shelfStack,
  type ProgramName,
} from "../support/json-lines/shelf-world.js";

const child = shelfScript();
const engine = engineScript();
beforeAll(child.build);
beforeAll(engine.build);

/** A store and a shelf on disk, and processes that run commands with them. */
class World {
  readonly folder = temporaryFolder();
  readonly shelf = shelfIn(this.folder);

  /** Starts a command in a process of its own. */
  start(command: ShelfRequest["command"], program: ProgramName) {
    const request: ShelfRequest = { folder: this.folder, script: child.path, program, command };
    const started = spawn(process.execPath, [engine.path, JSON.stringify(request)], {
      env: { ...process.env, ...settingsIn(this.folder) },
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void started.kill("SIGKILL"));
    const lines: string[] = [];
    createInterface({ input: started.stdout }).on("line", (line) => lines.push(line));
    return { process: started, lines, closed: once(started, "close") };
  }

  /** Runs a command to its end; what it says of it. */
  async runs(command: ShelfRequest["command"], program: ProgramName): Promise<string | undefined> {
    const { lines, closed } = this.start(command, program);
    await closed;
    return lines.findLast((line) => !line.startsWith("child: "));
  }

  /** Kills a process that applies when its child hangs; the process ids of both. */
  async killed(program: ProgramName) {
    const started = this.start("apply", program);
    const pid = await vi.waitFor(() => {
      const found = started.lines.map((line) => /pid (\d+): hang/.exec(line)?.[1]).find(Boolean);
      return Number(found ?? assert.fail("the child does not hang yet"));
    }, patience);
    assert.notEqual(processGroupOf(pid), undefined);
    started.process.kill("SIGKILL");
    await started.closed;
    return pid;
  }

  /** Applies in this process, after which nothing is open and nothing is left to do. */
  async settles(program: ProgramName) {
    const events: RunEvent[] = [];
    const since = this.shelf.effects().length;
    // A plan keeps its child for an apply that may follow.
    const onStart = (started: Child) => onTestFinished(() => started.close());
    await this.#withStore(async (store) => {
      const stack = () =>
        shelfStack({ folder: this.folder, script: child.path, program, store, child: { onStart } });
      const run = await stack().apply({ onEvent: (event) => events.push(event) });
      assert.deepEqual(run.diagnostics, []);
      assert.equal(run.ok, true);
      assert.equal((await stack().snapshot()).open.size, 0);
      assert.equal((await stack().plan()).isEmpty, true);
    });
    return { settled: settledIn(events), effects: this.shelf.effects().slice(since) };
  }

  async #withStore(work: (store: StackStore) => Promise<void>): Promise<void> {
    const opened = await openStore(`sqlite:${join(this.folder, "store")}`, portsIn(this.folder));
    const store = await opened.open(address, { create: true });
    try {
      await work(store);
    } finally {
      await store.close();
    }
  }
}

const patience = { timeout: 50_000, interval: 20 };

describe("the engine is killed in the middle of a create", () => {
  test.each([
    ["after", ["adopted"], ["update a"]],
    ["before", ["created"], ["create a"]],
  ] as const)("%s its effect: the child ends, and nothing is made twice", async (when, settled, effects) => {
    const world = new World();
    breaks(world.folder, { method: "create", when, does: "hang" });
    const pid = await world.killed("thing");
    await vi.waitFor(() => expect(processGroupOf(pid)).toBeUndefined(), patience);
    expect(await world.settles("thing")).toEqual({ settled, effects });
    expect(world.shelf.effects().filter((effect) => effect === "create a")).toHaveLength(1);
    expect(world.shelf.names()).toEqual(["a"]);
  });
});

test("the child is killed in the middle of a create: uncertain, with its stderr, and settled", async () => {
  const world = new World();
  breaks(world.folder, { method: "create", when: "after", does: "crash" });
  const said = await world.runs("apply", "thing");
  expect(said).toMatch(
    /^failed .*provider\/child-died.*exited with code 9 during create of shelf:index:Thing/,
  );
  expect(said).toMatch(/pid \d+: crash after create/);
  expect(await world.settles("thing")).toEqual({ settled: ["adopted"], effects: ["update a"] });
});

describe("a plan file", () => {
  test("is applied in another process, with another child", async () => {
    const world = new World();
    await world.runs("plan to a file", "two things");
    expect(world.shelf.effects()).toEqual([]);
    expect(await world.runs("apply the file", "two things")).toBe("done");
    expect(world.shelf.effects()).toEqual(["create a", "create b"]);
    expect(await world.settles("two things")).toEqual({ settled: [], effects: [] });
  });

  test("is refused if the world has moved", async () => {
    const world = new World();
    await world.settles("thing");
    await world.runs("plan to a file", "another label");
    await world.settles("nothing");
    expect(await world.runs("apply the file", "another label")).toMatch(/^refused .*"code":"/);
    expect(world.shelf.names()).toEqual([]);
  });
});

test("a command ends by itself when its work is done: the child does not keep it", async () => {
  const world = new World();
  const { process: started, closed } = world.start("apply", "thing");
  await closed;
  expect([started.exitCode, started.signalCode]).toEqual([0, null]);
  expect(world.shelf.effects()).toEqual(["create a"]);
});

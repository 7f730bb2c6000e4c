import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { RunEvent } from "../../src/model/index.js";
import { stagingPath } from "../../src/providers/local/disk/staging-path.js";
import { markOf } from "../../src/providers/local/disk/observe.js";
import { Records } from "../../src/providers/local/disk/records.js";
import { openStore, systemPorts } from "../../src/store/internal.js";
import { bundledScript } from "../support/bundled-script.js";
import { diagnosticsOf, temporaryFolder } from "./local-world.js";
import { localStack, type KilledRequest, type LocalRequest } from "./local-stack.js";

const script = bundledScript(fileURLToPath(new URL("local-process.ts", import.meta.url)));
beforeAll(script.build);

class KilledWorld {
  readonly folder = temporaryFolder();

  at(path: string): string {
    return join(this.folder, "root", path);
  }

  /** Applies in a process that is killed at a place of the journal: `before outcome create file a`. */
  async killed(where: string, program: LocalRequest["program"]): Promise<void> {
    const [when, ...place] = where.split(" ");
    const request: KilledRequest = {
      folder: this.folder,
      program,
      when: when as "before" | "after",
      place: place.join(" "),
    };
    const child = spawn(process.execPath, [script.path, JSON.stringify(request)], {
      env: { ...process.env, COCONUT_KEY_FILE: join(this.folder, "key") },
      stdio: ["ignore", "inherit", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const signal = await new Promise((resolve) => child.once("close", (_, by) => resolve(by)));
    assert.equal(signal, "SIGKILL");
  }

  /** Applies to the end; what was found out about the operation that was cut off, and what went wrong. */
  async applies(program: LocalRequest["program"]) {
    const opened = await this.#store();
    try {
      const events: RunEvent[] = [];
      const stack = localStack({ folder: this.folder, program }, opened);
      const run = await stack.apply({ onEvent: (event) => events.push(event) });
      const settled = events.flatMap((event) => (event.kind === "settled" ? [event.result] : []));
      return {
        settled,
        told: diagnosticsOf(run).map(({ detail }) => detail),
        isDone: (await stack.plan()).isEmpty,
      };
    } finally {
      await opened.close();
    }
  }

  /** What is where the things are made: themselves, and nothing beside them. */
  get names(): readonly string[] {
    return readdirSync(this.at("out"));
  }

  /** The key of the create that was cut off. */
  async openKey(): Promise<string> {
    const store = await this.#store();
    const { snapshot } = await store.read();
    await store.close();
    return [...snapshot.open.values()][0]!.key;
  }

  async #store() {
    const ports = systemPorts({ COCONUT_KEY_FILE: join(this.folder, "key") });
    const store = await openStore(`sqlite:${join(this.folder, "store")}`, ports);
    return store.open({ project: "shop", name: "dev" }, { create: true });
  }
}

const effects = ["after intent create", "before outcome create"] as const;

describe.each([
  ["file", "file"],
  ["link", "symlink"],
  ["folder", "directory"],
] as const)("a %s whose create was cut off", (program, type) => {
  test.each(effects)("%s: there is one in the end", async (place) => {
    const world = new KilledWorld();
    await world.killed(`${place} ${type} a`, program);
    const isMade = place === "before outcome create";
    const before = isMade ? lstatSync(world.at("out/a")).ino : undefined;
    const run = await world.applies(program);
    expect(run).toEqual({ settled: [isMade ? "adopted" : "created"], told: [], isDone: true });
    // Adopted, and not written a second time.
    if (isMade) expect(lstatSync(world.at("out/a")).ino).toBe(before);
    expect(world.names).toEqual(["a"]);
    expect(await world.applies("nothing")).toMatchObject({ told: [], isDone: true });
    expect(world.names).toEqual([]);
    expect(readdirSync(join(world.folder, "records"))).toEqual([]);
  });

  test("and which nobody asks for any more does not stay behind", async () => {
    const world = new KilledWorld();
    await world.killed(`before outcome create ${type} a`, program);
    expect(await world.applies("nothing")).toMatchObject({ settled: ["adopted"], told: [], isDone: true });
    expect(world.names).toEqual([]);
  });

  test("before its effect, when somebody else has put something there: that is not taken for it", async () => {
    const world = new KilledWorld();
    await world.killed(`after intent create ${type} a`, program);
    mkdirSync(world.at("out"), { recursive: true });
    foreign[program](world.at("out/a"));
    const { ino } = lstatSync(world.at("out/a"));
    const run = await world.applies(program);
    expect(run.told.join("\n")).toContain("already exists. It is");
    expect(lstatSync(world.at("out/a")).ino).toBe(ino);
    expect(world.names).toEqual(["a"]);
  });

  test("after its effect, when somebody else has replaced it: that is not taken for it", async () => {
    const world = new KilledWorld();
    await world.killed(`before outcome create ${type} a`, program);
    rmSync(world.at("out"), { recursive: true });
    mkdirSync(world.at("out"));
    foreign[program](world.at("out/a"));
    const { ino } = lstatSync(world.at("out/a"));
    const run = await world.applies(program);
    expect(run.settled).not.toContain("adopted");
    expect(run.told.join("\n")).toContain("already exists. It is");
    expect(lstatSync(world.at("out/a")).ino).toBe(ino);
  });
});

/** The same as a create makes, by somebody else. */
const foreign = {
  file: (path: string) => writeFileSync(path, "one", { mode: 0o640 }),
  link: (path: string) => symlinkSync("b", path),
  folder: (path: string) => mkdirSync(path),
};

describe("a file", () => {
  test("that was changed after the crash is still the one that was made, and is brought back", async () => {
    const world = new KilledWorld();
    await world.killed("before outcome create file a", "file");
    writeFileSync(world.at("out/a"), "changed in place");
    expect(await world.applies("file")).toEqual({ settled: ["adopted"], told: [], isDone: true });
    expect(readFileSync(world.at("out/a"), "utf8")).toBe("one");
  });

  test("of which other content is asked for meanwhile is adopted, and then updated", async () => {
    const world = new KilledWorld();
    await world.killed("before outcome create file a", "file");
    expect(await world.applies("file with other content")).toEqual({
      settled: ["adopted"],
      told: [],
      isDone: true,
    });
    expect(readFileSync(world.at("out/a"), "utf8")).toBe("two");
  });

  test.each(["after intent update", "before outcome update"])(
    "killed %s: it has the new content",
    async (place) => {
      const world = new KilledWorld();
      await world.applies("file");
      await world.killed(`${place} file a`, "file with other content");
      expect(await world.applies("file with other content")).toMatchObject({ told: [], isDone: true });
      expect(readFileSync(world.at("out/a"), "utf8")).toBe("two");
      expect(world.names).toEqual(["a"]);
    },
  );

  test.each(["after intent delete", "before outcome delete"])("killed %s: it is gone", async (place) => {
    const world = new KilledWorld();
    await world.applies("file");
    await world.killed(`${place} file a`, "nothing");
    expect(await world.applies("nothing")).toMatchObject({ told: [], isDone: true });
    expect(world.names).toEqual([]);
  });
});

describe("a file that was on its way when the process was killed", () => {
  test("had not come to its place: what lies beside that is taken away, and the create repeated", async () => {
    const world = new KilledWorld();
    await world.killed("after intent create file a", "file");
    const { beside, key } = await onItsWay(world);
    await noted(world, key, beside);
    expect(await world.applies("file")).toEqual({ settled: ["created"], told: [], isDone: true });
    expect(world.names).toEqual(["a"]);
    expect(readFileSync(world.at("out/a"), "utf8")).toBe("one");
  });

  test("had come there, and lay beside it still: it is adopted, and that is taken away", async () => {
    const world = new KilledWorld();
    await world.killed("after intent create file a", "file");
    const { beside, key } = await onItsWay(world);
    await noted(world, key, beside);
    linkSync(beside, world.at("out/a"));
    expect(await world.applies("file")).toEqual({ settled: ["adopted"], told: [], isDone: true });
    expect(world.names).toEqual(["a"]);
    expect(readFileSync(world.at("out/a"), "utf8")).toBe("one");
  });

  test.each([
    ["to replace it", "file with other content", ["a"]],
    ["to replace it, and is not wanted any more", "file", ["a"]],
    ["to replace it, and is not wanted at all", "nothing", []],
  ] as const)("%s: nothing of it stays beside its place", async (_, program, names) => {
    const world = new KilledWorld();
    await world.applies("file");
    await world.killed("after intent update file a", "file with other content");
    writeFileSync(stagingPath(world.at("out/a"), ""), "half of");
    expect(await world.applies(program)).toMatchObject({ told: [], isDone: true });
    expect(world.names).toEqual(names);
  });

  test("and of which the note is damaged is not taken for ours", async () => {
    const world = new KilledWorld();
    await world.killed("before outcome create file a", "file");
    const records = join(world.folder, "records");
    for (const name of readdirSync(records)) writeFileSync(join(records, name), '{"path":');
    const run = await world.applies("file");
    expect(run.told.join("\n")).toContain("already exists. It is");
  });

  async function onItsWay(world: KilledWorld) {
    const key = await world.openKey();
    const beside = stagingPath(world.at("out/a"), key);
    mkdirSync(world.at("out"), { recursive: true });
    writeFileSync(beside, "half of");
    return { beside, key };
  }

  async function noted(world: KilledWorld, key: string, beside: string): Promise<void> {
    const mark = markOf(lstatSync(beside, { bigint: true }));
    await new Records(join(world.folder, "records")).write({ path: world.at("out/a"), key, mark });
  }
});

describe("a folder", () => {
  const texts = (world: KilledWorld) =>
    Object.fromEntries(
      readdirSync(world.at("out/a"), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), "utf8")]),
    );

  test("whose update was cut off knows what that one wrote, whatever is asked for next", async () => {
    const world = new KilledWorld();
    await world.applies("folder");
    await world.killed("before outcome update directory a", "other folder");
    expect(texts(world)).toEqual({ index: "2", news: "2" });
    expect(await world.applies("third folder")).toMatchObject({ told: [], isDone: true });
    expect(texts(world)).toEqual({ news: "3" });
    expect(await world.applies("nothing")).toMatchObject({ told: [], isDone: true });
  });

  test("of others that was taken over is adopted with what was laid out in it alone", async () => {
    const world = new KilledWorld();
    mkdirSync(world.at("out"), { recursive: true });
    writeFileSync(world.at("out/foreign"), "");
    await world.killed("before outcome create directory a", "folder of others");
    expect(await world.applies("folder of others")).toEqual({ settled: ["adopted"], told: [], isDone: true });
    expect((await world.applies("nothing")).told.join("\n")).toContain('"foreign"');
    unlinkSync(world.at("out/foreign"));
    expect(await world.applies("nothing")).toMatchObject({ told: [], isDone: true });
  });
});

test("a link that was adopted points where it did", async () => {
  const world = new KilledWorld();
  await world.killed("before outcome create symlink a", "link");
  await world.applies("link");
  expect(readlinkSync(world.at("out/a"))).toBe("b");
});

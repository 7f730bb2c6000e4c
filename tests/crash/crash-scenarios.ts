import assert from "node:assert/strict";
import { join } from "node:path";
import { configOf } from "../../src/operations/index.js";
import { asOlderFormat } from "../store/older-format.js";
import { portsIn } from "../store/temporary-folder.js";
import type { Command } from "./actions.js";
import type { CrashWorld } from "./crash-world.js";
import type { ProgramName } from "./programs.js";
import { address } from "./stack-of.js";

/** What a process was doing when it was killed, and how its user gets on with it. */
export interface CrashScenario {
  readonly title: string;
  /** What was there before. */
  prepare(world: CrashWorld): Promise<void>;
  /** What the process is told to do. */
  readonly command: Command;
  readonly program: ProgramName;
  /** What the next process is told to do; the same unless said. */
  readonly next?: Command;
  /** What is done afterwards, whether it was killed or not; everything must be in order then. */
  settle(world: CrashWorld): Promise<void>;
}

export const crashScenarios: readonly CrashScenario[] = [
  applying("create", "nothing", "shop"),
  applying("update", "shop", "shop with another title"),
  applying("replace, new one first", "shop", "shop elsewhere"),
  applying("replace, old one first", "disk", "larger disk"),
  applying("delete", "shop", "shop without its site"),
  applying("rename in the program", "shop", "shop with an archive that was logs"),
  {
    title: "destroy",
    prepare: has("shop"),
    command: "destroy",
    program: "shop",
    async settle(world) {
      assert.equal((await world.run("shop", "destroy")).ok, true);
      assert.deepEqual(world.cloud.objects(), []);
    },
  },
  {
    title: "rename",
    prepare: has("shop"),
    command: "rename",
    program: "shop with an archive",
    next: "apply",
    async settle(world) {
      // It may have happened.
      const [problem] = await world.does("rename", "shop with an archive");
      assert.ok(problem === undefined || problem.code === "plan/no-such-resource", problem?.code);
      const run = await world.settles("shop with an archive");
      assert.deepEqual(run.summary, {});
    },
  },
  {
    title: "refresh",
    async prepare(world) {
      await world.run("shop");
      world.cloud.drifts("bucket logs", { acl: "public" });
      world.cloud.loses("key spare");
    },
    command: "refresh",
    program: "shop",
    async settle(world) {
      assert.equal((await world.run("shop", "refresh")).ok, true);
      await world.settles("shop");
    },
  },
  {
    title: "import",
    async prepare(world) {
      world.cloud.adds("bucket old", { region: "us" });
      await world.run("shop");
    },
    command: "import",
    program: "shop",
    async settle(world) {
      assert.deepEqual(await world.does("import", "shop"), []);
      await world.settles("shop with an old bucket");
    },
  },
  {
    title: "apply a plan file",
    async prepare(world) {
      await world.run("shop");
      await world.lives("shop with another title", { command: "plan" });
    },
    command: "applyFile",
    program: "shop with another title",
    // A plan is applied once.
    next: "apply",
    settle: async (world) => void (await world.settles("shop with another title")),
  },
  {
    title: "prune the journal",
    async prepare(world) {
      for (const program of ["shop", "shop with another title", "shop"] as const) await world.run(program);
    },
    command: "prune",
    program: "shop",
    async settle(world) {
      assert.deepEqual(await world.does("prune", "shop"), []);
      const { head } = await world.raw();
      // Its own stay: that it takes over, begins and ends.
      assert.ok(head.first_seq! >= head.head_seq - 3);
      const run = await world.settles("shop");
      assert.deepEqual(run.summary, {});
    },
  },
  {
    title: "upgrade a stack of the format before",
    async prepare(world) {
      await world.run("shop");
      await asOlderFormat(join(world.folder, "store", "dev.db"), 2, portsIn(world.folder).keys);
    },
    command: "apply",
    program: "shop with another title",
    async settle(world) {
      await world.settles("shop with another title");
      assert.equal((await world.raw()).head.format, 3);
    },
  },
  {
    title: "rotate the key",
    async prepare(world) {
      await world.run("vault");
      await configIn(world).set("token", "the configured", { secret: true });
    },
    command: "rotate",
    program: "vault",
    async settle(world) {
      assert.deepEqual(await configIn(world).get("token", { reveal: true }), configured);
      assert.deepEqual(await world.does("rotate", "vault"), []);
      assert.deepEqual(await configIn(world).get("token", { reveal: true }), configured);
      await checkSealedAnew(world);
      const run = await world.settles("vault");
      assert.deepEqual(run.summary, {});
    },
  },
];

function applying(title: string, before: ProgramName | "nothing", program: ProgramName): CrashScenario {
  return {
    title,
    prepare: before === "nothing" ? async () => {} : has(before),
    command: "apply",
    program,
    settle: async (world) => void (await world.settles(program)),
  };
}

function has(program: ProgramName): CrashScenario["prepare"] {
  return async (world) => void (await world.run(program));
}

const configured = { key: "shop:token", secret: true, value: "the configured" };

function configIn({ folder }: CrashWorld) {
  const store = `sqlite:${join(folder, "store")}`;
  return configOf({ ...address, projectFolder: folder, store, ports: portsIn(folder) });
}

/** One key is in use, and what is sealed now is sealed with it. */
async function checkSealedAnew(world: CrashWorld): Promise<void> {
  const { head, rows } = await world.raw();
  const keys = JSON.parse(head.wrapped_key) as { readonly id: string; readonly retired?: true }[];
  const inUse = keys.filter(({ retired }) => retired !== true).map(({ id }) => id);
  const sealed = JSON.stringify(rows).match(/"key\\*":\s*\\*"([0-9a-f]{8})\\*"/g) ?? [];
  assert.equal(inUse.length, 1);
  assert.ok(sealed.length > 0);
  assert.deepEqual(
    sealed.filter((text) => !text.includes(inUse[0]!)),
    [],
  );
}

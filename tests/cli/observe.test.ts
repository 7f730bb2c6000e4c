import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { CocoProjects, imports } from "./coco-projects.js";

// Many processes, one after the other.
vi.setConfig({ testTimeout: 60_000 });
const projects = new CocoProjects();
afterAll(() => projects.remove());

/** Lamps log at the times that they are given, at other times when they are followed, and count what they are told. */
const lamp = `
import { defineProvider, secret } from "@coconut/coconut/provider";
import * as v from "valibot";
const lamp = defineProvider({ package: "lamp", version: "1.0.0" });
export const Lamp = lamp.resource("index:Lamp", {
  inputs: { days: v.array(v.number()), later: v.optional(v.array(v.number()), []), isBroken: v.optional(v.boolean(), false), word: secret(v.optional(v.string())) },
  outputs: {},
  create: async ({ inputs }) => {
    await new Promise((resolve) => setTimeout(resolve, 5 * inputs.days.length));
    return { id: "lamp-" + inputs.days.join("-"), outputs: {} };
  },
  read: async () => ({}),
  update: async () => ({}),
  delete: async () => {},
  logs: async function* ({ prior, since, follow, signal }) {
    const { days, later, isBroken, word } = prior.inputs;
    for (const day of days) {
      const time = new Date(Date.UTC(2024, 4, day));
      if (since === undefined || time >= since) yield { time, message: "day " + day + (word ?? ""), stream: "out" };
    }
    if (isBroken) throw new Error("the lamp is broken");
    for (const delay of follow ? later : []) {
      await new Promise((resolve) => setTimeout(resolve, delay));
      yield { time: new Date(), message: "after " + delay };
    }
    // As an open connection would, it keeps the process going: else nothing could ever come, and it would end.
    const connection = setInterval(() => {}, 1000);
    if (follow) await new Promise((resolve) => signal.addEventListener("abort", resolve));
    clearInterval(connection);
  },
  stats: async ({ prior }) => {
    if (prior.inputs.isBroken) throw new Error("the lamp is broken");
    return { switched: 600 * prior.inputs.days.length, memory: { value: 2048 * prior.inputs.days.length, unit: "B" } };
  },
});
export const Quiet = lamp.resource("index:Quiet", {
  inputs: {}, outputs: {},
  create: async () => ({ id: "quiet", outputs: {} }), read: async () => ({}), update: async () => ({}), delete: async () => {},
});`;

const house = `${imports}
import { Lamp, Quiet } from "./lamp.js";
class Room extends coconut.ComponentResource {
  constructor(name: string) { super("shop:index:Room", name); }
}
const hall = new Room("hall");
new Lamp("left", { days: [1, 4, 5] }, { parent: hall });
new Lamp("right", { days: [2, 3] }, { parent: hall });
new Lamp("door", { days: [6] });
new Quiet("wall", {});`;

async function applied(program: string) {
  const shop = projects.project(program, { "lamp.ts": lamp });
  expect(await shop.coco("apply", "-y")).toMatchObject({ status: 0, errors: "" });
  return shop;
}

const day = (number: number, name: string) =>
  `2024-05-0${number}T00:00:00.000Z ${name.padEnd(5)}  [out] day ${number}\n`;

describe("coco logs", () => {
  test("are those of all that offer some, merged by time; of some, of a component, of a pattern", async () => {
    const shop = await applied(house);
    const all = await shop.coco("logs");
    expect(all).toMatchObject({ status: 0, errors: "" });
    expect(all.output).toBe(
      [day(1, "left"), day(2, "right"), day(3, "right"), day(4, "left"), day(5, "left"), day(6, "door")].join(
        "",
      ),
    );
    expect((await shop.coco("logs", "hall", "-n", "2")).output).toBe(day(4, "left") + day(5, "left"));
    expect((await shop.coco("logs", "le*", "door", "--since", "2024-05-05")).output).toBe(
      `${day(5, "left")}${day(6, "door")}`.replaceAll("left ", "left").replaceAll("door ", "door"),
    );
    // One alone needs no name.
    expect((await shop.coco("logs", "door")).output).toBe("2024-05-06T00:00:00.000Z [out] day 6\n");

    const { lines } = JSON.parse((await shop.coco("logs", "hall", "--limit", "1", "--json")).output) as {
      lines: readonly object[];
    };
    expect(lines).toEqual([
      {
        time: "2024-05-05T00:00:00.000Z",
        urn: "urn:pulumi:dev::shop::shop:index:Room$lamp:index:Lamp::left",
        name: "left",
        stream: "out",
        message: "day 5",
      },
    ]);
  });

  test("that are not offered: said of what was named, passed over among others, noted if there are none", async () => {
    const shop = await applied(house);
    const named = await shop.coco("logs", "left", "wall");
    expect(named).toMatchObject({ status: 1, output: "" });
    expect(named.errors).toContain("engine/not-supported");
    expect((await shop.coco("logs", "nobody*")).errors).toContain("plan/no-such-resource");
    expect((await shop.coco("logs", "-n", "0")).status).toBe(64);
    const pattern = await shop.coco("logs", "w*");
    expect(pattern).toMatchObject({
      status: 0,
      errors: "",
      output: "None of these resources provides logs.\n",
    });
    const quiet = await applied(`import { Quiet } from "./lamp.js";\nnew Quiet("wall", {});`);
    expect(await quiet.coco("logs")).toMatchObject({
      status: 0,
      errors: "",
      output: "No resource in this stack provides logs.\n",
    });
  });

  test("one that fails keeps nobody else's, and nothing secret", async () => {
    const shop = await applied(`import { Lamp } from "./lamp.js";
      new Lamp("broken", { days: [1], isBroken: true, word: "hunter2" });
      new Lamp("whole", { days: [2] });`);
    const { status, output, errors } = await shop.coco("logs");
    expect(status).toBe(1);
    expect(output).toContain("day 1[secret]\n");
    expect(output).toContain("day 2\n");
    expect(errors).toMatch(/provider\/hook-failed[^]*the lamp is broken/);
    expect(output + errors).not.toContain("hunter2");
  });

  test("are followed across resources until someone interrupts, which is no failure", async () => {
    const shop = await applied(`import { Lamp } from "./lamp.js";
      new Lamp("slow", { days: [1, 3], later: [700] });
      new Lamp("silent", { days: [2] });`);
    const following = shop.start("logs", "--follow", "-n", "2");
    await following.said("after 700");
    following.kill("SIGINT");
    const { status, output, errors } = await following.finished;
    expect({ status, errors }).toEqual({ status: 0, errors: "" });
    expect(output.replaceAll(/^\S+ /gm, "")).toBe(
      "silent  [out] day 2\nslow    [out] day 3\nslow    after 700\n",
    );
  });

  test("end when nobody reads them any more", async () => {
    const shop = await applied(
      `import { Lamp } from "./lamp.js";\nnew Lamp("a", { days: [1], later: [500, 500, 500, 500] });`,
    );
    const reader = `const run = require("node:child_process").spawn(process.execPath, process.argv.slice(1));
      run.stdout.once("data", () => run.stdout.destroy());
      run.on("exit", (status) => process.exit(status ?? 99));`;
    const read = await shop.files.node(
      "-e",
      reader,
      join(projects.built.package, "dist/cli/main.js"),
      "logs",
      "-f",
      "-C",
      shop.files.folder,
    );
    expect(read.status).toBe(0);
  });
});

describe("coco stats", () => {
  test("are counters of resources and of providers, and the slowest steps of the last run", async () => {
    const shop = await applied(house);
    const all = await shop.coco("stats");
    expect(all).toMatchObject({ status: 0, errors: "" });
    const [counted, steps] = all.output.split(/^Slowest steps/m);
    expect(counted).toBe(`Resources
  door  lamp:index:Lamp
    switched  600
    memory    2.0 KiB
  left  lamp:index:Lamp
    switched  1,800
    memory    6.0 KiB
  right  lamp:index:Lamp
    switched  1,200
    memory    4.0 KiB

Providers
  lamp  1.0.0, 3 resources
    switched  3,600
    memory    12.0 KiB

`);
    expect(steps).toMatch(
      /^ of the last apply, \d{4}-[^\n]*\n(?: {2}\d[\d.]* m?s +(?:create|record) +\w+\n){5}$/,
    );
    expect((await shop.coco("stats", "left")).output).toBe("switched  1,800\nmemory    6.0 KiB\n");

    // What did nothing is not what is asked for.
    await shop.coco("apply", "-y");
    const { stats } = JSON.parse((await shop.coco("stats", "--json")).output) as {
      stats: {
        resources: readonly object[];
        providers: readonly object[];
        lastRun: { command: string; slowest: readonly { action: string; durationMs: number }[] };
      };
    };
    expect(stats.resources[1]).toMatchObject({
      name: "left",
      stats: { switched: 1800, memory: { value: 6144, unit: "B" } },
    });
    expect(stats.providers).toEqual([
      {
        package: "lamp",
        version: "1.0.0",
        resources: 3,
        stats: { switched: 3600, memory: { value: 12288, unit: "B" } },
      },
    ]);
    const { command, slowest } = stats.lastRun;
    expect({ command, count: slowest.length }).toEqual({ command: "apply", count: 5 });
    const times = slowest.map(({ durationMs }) => durationMs);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  test("that are not offered, or not to be had", async () => {
    const shop = await applied(`import { Lamp, Quiet } from "./lamp.js";
      new Lamp("broken", { days: [1], isBroken: true });
      new Lamp("whole", { days: [2] });
      new Quiet("wall", {});`);
    const all = await shop.coco("stats");
    expect(all.status).toBe(1);
    expect(all.output).toContain("switched  600");
    expect(all.errors).toMatch(/provider\/hook-failed[^]*the lamp is broken/);
    expect((await shop.coco("stats", "wall")).errors).toContain("engine/not-supported");
    const pattern = await shop.coco("stats", "wal*");
    expect(pattern).toMatchObject({ status: 0, output: "None of these resources provides counters.\n" });
  });
});

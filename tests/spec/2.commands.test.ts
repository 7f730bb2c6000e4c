import * as v from "valibot";
import { defineProvider } from "@coconut/coconut/provider";
import { afterAll, expect, vi } from "vitest";
import { CocoProjects, imports } from "../cli/coco-projects.js";
import { spec } from "./ledger.js";
import { openStack, refusalOf } from "./open-stack.js";

// Many processes, one after the other.
vi.setConfig({ testTimeout: 60_000 });
const projects = new CocoProjects();
afterAll(() => projects.remove());

const cloud = defineProvider({ package: "cloud", version: "1.0.0" });
const crud = {
  inputs: { name: v.string() },
  outputs: {},
  create: async ({ inputs }: { inputs: { name: string } }) => ({ id: `id-${inputs.name}`, outputs: {} }),
  read: async () => ({}),
  update: async () => ({}),
  delete: async () => {},
};
const Quiet = cloud.resource("index:Quiet", crud);
const Service = cloud.resource("index:Service", {
  ...crud,
  logs: async function* ({ id, since }) {
    const times = ["2024-05-01T10:00:00Z", "2024-05-02T10:00:00Z"].map((time) => new Date(time));
    for (const time of times.filter((each) => since === undefined || each >= since))
      yield { time, message: `${id} is up`, stream: "out" };
  },
  stats: async ({ id }) => ({ requests: id.length, memory: { value: 64, unit: "MB" } }),
});

async function services() {
  const stack = await openStack(() => {
    new Service("web", { name: "web" });
    new Service("mail", { name: "mail" });
    new Quiet("disk", { name: "disk" });
  });
  expect((await stack.apply()).ok).toBe(true);
  return stack;
}

async function linesOf(lines: AsyncIterable<{ readonly time: Date; readonly message: string }>) {
  const found: string[] = [];
  for await (const { time, message } of lines) found.push(`${time.toISOString()} ${message}`);
  return found;
}

spec("2.23", async () => {
  const stack = await services();
  expect(await linesOf(stack.logs("web"))).toHaveLength(2);
  expect(await stack.stats("web")).toHaveProperty("requests");
  // Optional facilities: a type without them lives like any other, and says so when it is asked.
  expect(await refusalOf(linesOf(stack.logs("disk")))).toContain("engine/not-supported");
  expect(await refusalOf(stack.stats("disk"))).toContain("engine/not-supported");
});

spec("2.65", async () => {
  const stack = await services();
  expect(await linesOf(stack.logs("mail"))).toEqual([
    "2024-05-01T10:00:00.000Z id-mail is up",
    "2024-05-02T10:00:00.000Z id-mail is up",
  ]);
  expect(await linesOf(stack.logs("id-web", { since: new Date("2024-05-02") }))).toEqual([
    "2024-05-02T10:00:00.000Z id-web is up",
  ]);
});

spec("2.66", async () => {
  const stack = await services();
  expect(await stack.stats("web")).toEqual({ requests: 6, memory: { value: 64, unit: "MB" } });
  expect(await stack.stats("id-mail")).toMatchObject({ requests: 7 });
});

spec("2.26", async () => {
  const program = (size: number) =>
    `${imports}class Room { readonly chest = new Box({ label: "chest", size: ${size} }); }\nnew Room();\nnew Box("lid", { label: "lid" });`;
  const shop = projects.project(program(1));
  await shop.coco("apply", "-y");
  const listed = (await shop.coco("state", "ls")).output.split("\n").map((line) => line.split("  ")[0]);
  const moniker = "dev:shop:main/Room:shelf:index:Box#chest";
  expect(listed).toEqual([moniker, "dev:shop:main:shelf:index:Box#lid", ""]);
  shop.files.write({ "main.ts": program(2) });
  const asked: readonly (readonly [command: readonly string[], says: string])[] = [
    [["state", "show", moniker], `moniker: ${moniker}`],
    [["state", "taint", moniker], "is tainted"],
    [["state", "untaint", moniker], "is no longer tainted"],
    [["plan", "--target", moniker], "1 to update"],
    [["explain", moniker], "size"],
    [["logs", moniker], "chest put down"],
    [["stats", moniker], "opened  12"],
    [["rename", "dev:shop:main:shelf:index:Box#lid", "top"], "Renamed."],
  ];
  for (const [command, says] of asked) {
    const { status, output, errors } = await shop.coco(...command);
    expect({ command, status, errors }).toEqual({ command, status: 0, errors: "" });
    expect(output).toContain(says);
  }
});

spec("2.39", async () => {
  const shop = projects.project(
    `${imports}new Box("a", { label: coconut.getStack() + "-" + coconut.getNamespace() });\nclass Group extends coconut.ComponentResource {}\nnew Group("shop:index:Group", "b");`,
    { "coconut.json": `{ "stack": "staging", "namespace": "acmecorp" }` },
  );
  const deployed = async (environment: string, ...how: readonly string[]) => {
    const applied = await shop.coco("apply", "-y", ...how);
    expect(applied).toMatchObject({ status: 0, errors: "" });
    const lines = (await shop.coco("state", "ls", ...how)).output.trim().split("\n");
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line.startsWith(`${environment}:shop:main:`)).toBe(true);
  };
  await deployed("staging:acmecorp");
  await deployed("staging:umbrella", "--namespace", "umbrella");
  await deployed("prod:acmecorp", "-s", "prod");
  await deployed("prod:umbrella", "--stack", "prod:umbrella");
  expect(shop.shelf()).toEqual(["prod-acmecorp", "prod-umbrella", "staging-acmecorp", "staging-umbrella"]);
});

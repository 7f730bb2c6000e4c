import { expect } from "vitest";
import { frameworks, probes } from "../columns.js";
import { recordOlderState } from "../older-state.js";
import type { ProviderProject } from "../provider-project.js";
import { actionsOf, detailsOf, problemOf, stepsOf } from "../shown.js";
import { story, type Story } from "../story.js";

async function apply(project: ProviderProject, program: string) {
  project.program(program);
  const applied = await project.coco("apply", "--yes");
  expect(applied.diagnostics).toEqual([]);
  expect(applied.status).toBe(0);
  return applied;
}

async function expectNoChanges(project: ProviderProject): Promise<void> {
  const planned = await project.coco("plan", "--detailed-exitcode");
  expect(actionsOf(planned)).toEqual({});
  expect(planned.status).toBe(0);
}

const sets = story(probes, "sets in any order", async (project) => {
  const labelled = (labels: string) => `new (Type("thing"))("a", { name: "a", labels: [${labels}] }, here);`;
  await apply(project, labelled(`"x", "y", "z"`));
  project.forgetCalls();
  await apply(project, labelled(`"z", "x", "y"`));
  expect(project.effects()).toEqual([]);
  const changed = await apply(project, labelled(`"z", "w"`));
  expect(actionsOf(changed)).toEqual({ a: "update" });
  expect(project.objects("thing")[0]!.state["labels"]).toEqual(expect.arrayContaining(["w", "z"]));
  await expectNoChanges(project);
});

const nested = story(["framework6"], "nested values", async (project) => {
  const part = (name: string) => `{ name: "${name}", inner: { path: "${name}", secret: "s" } }`;
  const values = (member: string) => `new (Type("nested"))("a", {
  single: ${part("one")}, list: [${part("l1")}, ${part("l2")}], set: [${part("s1")}, ${part("s2")}], map: { k: ${part("m")} },
  object: { a: "x", b: [1, 2.5] }, settings: { value: "v" },
  rule: [{ name: "r", port: [{ number: 1 }, { number: 2 }] }], member: [{ name: "m1" }, { name: "${member}" }],
}, here);`;
  await apply(project, values("m2"));
  const [{ state, id } = { state: {}, id: "" }] = project.objects("nested");
  expect(state).toMatchObject({ single: { name: "one" }, map: { k: { name: "m" } }, object: { a: "x", b: [1, 2.5] } });
  await expectNoChanges(project);
  expect(stepsOf(await apply(project, values("m3")))).toEqual(["update a done"]);
  const [after] = project.objects("nested");
  expect(after).toMatchObject({ id, state: { single: { name: "one", inner: { path: "one" } }, list: [{ name: "l1" }, { name: "l2" }] } });
  expect((after!.state["member"] as { name: string }[]).map(({ name }) => name).toSorted()).toEqual(["m1", "m3"]);
  await expectNoChanges(project);
});

const blocks = story(["sdk"], "nested values", async (project) => {
  const values = (member: string) => `new (Type("blocks"))("a", {
  settings: [{ inner: [{ name: "i" }] }], member: [{ name: "m1" }, { name: "${member}" }],
  rule: [{ name: "r", port: [{ number: 2 }, { number: 1 }] }], alias: [{ name: "A" }], attached: [{ name: "x" }],
}, here);`;
  await apply(project, values("m2"));
  await expectNoChanges(project);
  expect(stepsOf(await apply(project, values("m3")))).toEqual(["update a done"]);
  const [object] = project.objects("blocks");
  const members = object!.state["member"] as { name: string; serial: string }[];
  expect(members.map(({ serial }) => serial).toSorted()).toEqual(["serial-m1", "serial-m3"]);
  await expectNoChanges(project);
});

const single = story(["sdk"], "max-1 block", async (project) => {
  await apply(project, `new (Type("blocks"))("a", { settings: { mode: "fast", inner: [{ name: "i" }] } }, here);`);
  expect(project.objects("blocks")).toMatchObject([{ state: { settings: [{ mode: "fast" }] } }]);
  await expectNoChanges(project);
  project.forgetCalls();
  await apply(project, `new (Type("blocks"))("a", { settings: [{ mode: "fast", inner: [{ name: "i" }] }] }, here);`);
  expect(project.effects()).toEqual([]);
});

const numbers = story(frameworks, "exact numbers", async (project) => {
  const applied = await apply(
    project,
    `const a = new (Type("big"))("a", { integer: "9007199254740993", number: "123456789012345678901234567890.5", float: 0.1, numbers: [1, 0.5], anything: { list: [1, "two", true], deep: { x: null } } }, here);
export const largest = a.largest; export const echo = a.echo;`,
  );
  const [{ state, text } = { state: {}, text: "" }] = project.objects("big");
  expect(state).toMatchObject({ float: 0.1, numbers: [1, 0.5] });
  expect(text).toMatch(/"integer": 9007199254740993,/);
  expect(text).toMatch(/"number": 123456789012345678901234567890\.5,/);
  expect(applied.run?.outputs["largest"]).toBe("9223372036854775807");
  expect(applied.run?.outputs["echo"]).toEqual({ list: [1, "two", true], deep: { x: null } });
  await expectNoChanges(project);
});

const upgrade = story(probes, "state upgrade", async (project) => {
  const isSdk = project.column.program === "sdk";
  const program = `new (Type("upgrade"))("a", { title: "old", ${isSdk ? "size" : "sizeGb"}: 5 }, here);`;
  await apply(project, program);
  const [{ id } = { id: "" }] = project.objects("upgrade");
  const versions: readonly (readonly [number, string | number])[] = isSdk ? [[0, "5"]] : [[0, "5"], [1, 5]];
  for (const [version, size] of versions) {
    await recordOlderState(project, version, { name: "old", size });
    project.forgetCalls();
    const applied = await project.coco("apply", "--yes");
    expect(applied.diagnostics).toEqual([]);
    expect(project.effects()).toEqual([]);
    expect(await project.state()).toMatchObject([{ id, inputs: { title: "old" }, outputs: { title: "old" } }]);
    await expectNoChanges(project);
  }
  await recordOlderState(project, 7, { name: "old", size: 5 });
  expect((await project.coco("plan")).status).toBe(1);
  expect(project.objects("upgrade")).toHaveLength(1);
});

const timeouts = story(probes, "customTimeouts", async (project) => {
  await apply(project, `new (Type("timeouts"))("a", { name: "a" }, { ...here, customTimeouts: { create: "30m", delete: 90 } });`);
  const [{ outputs } = { outputs: {} }] = await project.state();
  expect(outputs["timeouts"]).toMatchObject({ create: "30m", delete: "90s" });
  await expectNoChanges(project);
  project.program(`new (Type("timeouts"))("b", { name: "b", takesMs: 600000 }, { ...here, customTimeouts: { create: "2s" } });`);
  const applied = await project.coco("apply", "--yes");
  expect(applied.status).toBe(1);
  expect(project.objects("timeouts").filter(({ state }) => state["name"] === "b")).toEqual([]);
});

const ignored = story(probes, "ignoreChanges", async (project) => {
  await apply(project, `new (Type("thing"))("a", { name: "a", size: 1, tags: { k: "1", l: "1" } }, here);`);
  const changed = await apply(
    project,
    `new (Type("thing"))("a", { name: "b", size: 2, tags: { k: "2", l: "2" } }, { ...here, ignoreChanges: ["name", "size", "tags.k"] });`,
  );
  expect(actionsOf(changed)).toEqual({ a: "update" });
  expect(project.objects("thing")).toMatchObject([{ state: { name: "a", size: 1, tags: { k: "1", l: "2" } } }]);
  await expectNoChanges(project);
});

const replacing = story(probes, "replaceOnChanges", async (project) => {
  await apply(project, `new (Type("thing"))("a", { name: "a", size: 1 }, here);`);
  const [{ id } = { id: "" }] = project.objects("thing");
  const changed = await apply(project, `new (Type("thing"))("a", { name: "a", size: 2 }, { ...here, replaceOnChanges: ["size"] });`);
  expect(actionsOf(changed)).toEqual({ a: "replace" });
  expect(detailsOf(changed, "a")).toContain("size inputs replaces");
  const [after, ...others] = project.objects("thing");
  expect(others).toEqual([]);
  expect(after!.id).not.toBe(id);
  await expectNoChanges(project);
});

export const values: readonly Story[] = [sets, nested, blocks, single, numbers, upgrade, timeouts, ignored, replacing];

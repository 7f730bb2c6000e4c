import { expect } from "vitest";
import { frameworks, probes } from "../columns.js";
import type { ProviderProject } from "../provider-project.js";
import { actionsOf, problemOf, stepsOf, unknownValue } from "../shown.js";
import { story, type Story } from "../story.js";

const twoConfigurations = story(probes, "two configurations", async (project) => {
  project.write({ "other/empty": "" });
  project.program(`const there = { provider: new Provider("there", { folder: "other", marker: "there", region: "far" }) };
new (Type("thing"))("a", { name: "a" }, here);
new (Type("thing"))("b", { name: "b" }, there);`);
  expect((await project.coco("apply", "--yes")).status).toBe(0);
  expect(project.objects("thing")).toMatchObject([{ state: { name: "a" }, made: { marker: "here", region: "" } }]);
  const others = project.objects("thing", "other");
  expect(others).toMatchObject([{ state: { name: "b" }, made: { marker: "there", region: "far" } }]);
  const configured = (folder?: string) => project.calls(folder).filter((line) => line.startsWith("configure"));
  expect(configured()).toEqual([`configure ${project.column.provider} marker=here`]);
  expect(configured("other")).toEqual([`configure ${project.column.provider} marker=there`]);
  expect((await project.coco("plan", "--detailed-exitcode")).status).toBe(0);
  expect((await project.coco("destroy", "--yes")).status).toBe(0);
  expect([...project.objects("thing"), ...project.objects("thing", "other")]).toEqual([]);
});

/** Writes a program in which the provider of `b` is configured with the id of `a`. */
function dependent(project: ProviderProject, a: string, b: string, options = ""): void {
  project.program(`const a = new (Type("thing"))("a", { name: "${a}" }, here);
const later = { provider: new Provider("later", { folder: "cloud", marker: a.id }) };
const b = new (Type("thing"))("b", ${b}, { ...later, ${options} });
export const note = b.note;`);
}

const unknownConfiguration = story(probes, "unknown configuration", async (project) => {
  dependent(project, "a", `{ name: "b", size: 1 }`);
  const planned = await project.coco("plan");
  expect(planned.plan?.changes.find(({ name }) => name === "b")).toMatchObject({
    action: "create",
    deferred: "The configuration of its provider is not known yet.",
  });
  expect(planned.plan?.outputs["note"]).toBe(unknownValue);
  const applied = await project.coco("apply", "--yes");
  expect(applied.status).toBe(0);
  expect(applied.run?.outputs["note"]).toBe("none");
  const [a, b] = project.objects("thing");
  expect(b!.made.marker).toBe(a!.id);
  expect((await project.coco("plan", "--detailed-exitcode")).status).toBe(0);
  // The replaced `a` gives the provider of `b` a new configuration.
  dependent(project, "a2", `{ name: "b", size: 2, note: "new" }`, `ignoreChanges: ["size"]`);
  expect((await project.coco("apply", "--yes")).status).toBe(0);
  expect(project.objects("thing")[1]).toMatchObject({ id: b!.id, state: { size: 1, note: "new" } });
  dependent(project, "a3", `{ name: "b3", size: 1 }`);
  const refused = await project.coco("apply", "--yes");
  expect(refused.status).toBe(1);
  expect(problemOf(refused, "engine/premise").detail).toContain("the actual values require a replacement");
  expect(project.objects("thing")[1]).toMatchObject({ id: b!.id, state: { name: "b" } });
  const replaced = await project.coco("apply", "--yes");
  expect(actionsOf(replaced)).toEqual({ b: "replace" });
  expect(project.objects("thing").map(({ state }) => state["name"])).toEqual(["a3", "b3"]);
});

const defaultConfiguration = story(probes, "default configuration", async (project) => {
  const { provider } = project.column;
  const set = (name: string, value: string) => project.coco("config", "set", `tf_${provider}:${name}`, value);
  project.program(`new (terraform.resource("${provider}_thing"))("a", { name: "a" });`, "");
  expect((await project.coco("plan")).status).toBe(1);
  expect((await set("folder", "cloud")).status).toBe(0);
  expect((await set("marker", "settings")).status).toBe(0);
  expect((await project.coco("apply", "--yes")).status).toBe(0);
  expect(project.objects("thing")).toMatchObject([{ made: { marker: "settings" } }]);
  expect((await project.coco("destroy", "--yes")).status).toBe(0);
  expect(project.objects("thing")).toEqual([]);
});

const dataSource = story(probes, "data source", async (project) => {
  const type = project.typeName("things");
  const read = (prefix: string) =>
    `const found = coconut.invokeOutput(terraform.dataSource("${type}"), { namePrefix: "${prefix}" }, { ...here, dependsOn });
export const names = found.names;`;
  const thing = `const dependsOn = [new (Type("thing"))("x1", { name: "x1" }, here)];\n`;
  project.program(thing + read("x"));
  expect((await project.coco("plan")).plan?.outputs["names"]).toBe(unknownValue);
  expect(project.calls().filter((line) => line.startsWith("list"))).toEqual([]);
  const applied = await project.coco("apply", "--yes");
  expect(applied.run?.outputs["names"]).toEqual(["x1"]);
  const again = await project.coco("plan", "--detailed-exitcode");
  expect(again.status).toBe(0);
  project.program(thing + read("fail"));
  const failed = await project.coco("plan");
  expect(failed.status).toBe(1);
  expect(problemOf(failed, "provider/terraform-refused").detail).toContain("always fails");
});

const providerFunction = story(frameworks, "function", async (project) => {
  const call = (text: string) =>
    project.program(`const a = new (Type("thing"))("a", { name: "a" }, here);
export const { result } = coconut.invokeOutput(terraform.providerFunction("probe", ${text}, here);`);
  call(`"join_names"), { separator: "-", names: [a.id, "b"] }`);
  expect((await project.coco("plan")).plan?.outputs["result"]).toBe(unknownValue);
  const applied = await project.coco("apply", "--yes");
  expect(applied.run?.outputs["result"]).toBe(`${project.objects("thing")[0]!.id}-b`);
  call(`"fail_with"), { message: "no luck", argument: 0 }`);
  const failed = await project.coco("plan");
  expect(failed.status).toBe(1);
  expect(problemOf(failed, "provider/terraform-refused").detail).toContain("no luck");
  call(`"join_names"), { separator: null }`);
  expect(problemOf(await project.coco("plan"), "provider/terraform-input").path).toBe("separator");
});

const ephemeralValue = story(frameworks, "ephemeral value", async (project) => {
  const secret = (name: string, version: number) =>
    project.program(`const { token } = coconut.invokeOutput(terraform.ephemeralResource("probe_token"), { name: "${name}" }, here);
new (Type("secret"))("s", { name: "s", passwordWo: token, passwordWoVersion: ${version} }, here);`);
  secret("one", 1);
  const created = await project.coco("apply", "--yes");
  expect(stepsOf(created)).toEqual(["create s done"]);
  expect(project.objects("secret")[0]!.password).toMatch(/^token-one-/);
  const exported = await project.coco("stack", "export", "--show-secrets");
  expect(exported.output).not.toContain("token-one-");
  expect((await project.coco("plan", "--detailed-exitcode")).status).toBe(0);
  secret("two", 2);
  expect(stepsOf(await project.coco("apply", "--yes"))).toEqual(["update s done"]);
  expect(project.objects("secret")[0]!.password).toMatch(/^token-two-/);
  const count = (action: string) => project.calls().filter((line) => line.startsWith(action)).length;
  expect(count("open")).toBeGreaterThan(0);
  expect(count("close")).toBe(count("open"));
  project.program(`const { token } = coconut.invokeOutput(terraform.ephemeralResource("probe_token"), { name: "n" }, here);
new (Type("secret"))("s", { name: "s", shared: token }, here);`);
  expect(problemOf(await project.coco("plan"), "provider/terraform-input").path).toBe("shared");
});

export const configurations: readonly Story[] = [
  twoConfigurations,
  unknownConfiguration,
  defaultConfiguration,
  dataSource,
  providerFunction,
  ephemeralValue,
];

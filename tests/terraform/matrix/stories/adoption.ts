import { expect } from "vitest";
import { frameworks, probes } from "../columns.js";
import type { ProviderProject } from "../provider-project.js";
import { actionsOf, problemOf, stepsOf } from "../shown.js";
import { story, type Story } from "../story.js";

/** Creates an object outside Coconut, and returns the inputs for it. */
function existing(project: ProviderProject, id: string): string {
  const isSdk = project.column.program === "sdk";
  const hidden = isSdk ? { ratio: 0, enabled: false } : { id, revision: 1 };
  const computed = { created_at: "2026-01-01T00:00:00Z", secret: "hidden", old: isSdk ? "" : null };
  project.make("thing", id, { name: `made ${id}`, size: 5, note: "by hand", labels: ["q"], tags: isSdk ? {} : null, ...computed, ...hidden });
  return `{ name: "made ${id}", size: 5, note: "by hand", labels: ["q"] }`;
}

const importByCommand = story(probes, "import by command", async (project) => {
  const type = `tf_${project.column.provider}:${project.typeName("thing")}`;
  existing(project, "abc");
  project.program("");
  expect((await project.coco("apply", "--yes")).status).toBe(0);
  const imported = await project.coco("import", type, "a", "abc", "--provider", "here");
  expect(imported.status).toBe(0);
  expect(await project.state()).toMatchObject([{ id: "abc", inputs: { name: "made abc", size: 5 } }]);
  // The generated code is TypeScript.
  const code = imported.imported!.code.replace(/^import .*$/gm, "");
  project.program(code.replace(/(\w+): (?:string|object)/g, "$1").replace(/, options\?: [\w.]+/, ", options").replace("here", "here.provider"));
  const planned = await project.coco("plan", "--detailed-exitcode");
  expect(actionsOf(planned)).toEqual({});
  expect(planned.status).toBe(0);
  expect(project.effects()).toEqual([]);
  const missing = await project.coco("import", type, "b", "missing", "--provider", "here");
  expect(missing.status).toBe(1);
  expect(problemOf(missing, "engine/not-found").detail).toContain("missing");
});

const noImport = story(
  ["sdk"],
  "import by command",
  async (project) => {
    project.program("");
    expect((await project.coco("apply", "--yes")).status).toBe(0);
    const imported = await project.coco("import", "tf_probesdk:probesdk_no_import", "a", "abc", "--provider", "here");
    expect(imported.status).toBe(1);
    expect(problemOf(imported, "provider/terraform-refused").detail).toContain("doesn't support import");
    expect(await project.state()).toEqual([]);
  },
  "of a type that has none",
);

const importByOption = story(probes, "import by option", async (project) => {
  const inputs = existing(project, "abc");
  project.program(`new (Type("thing"))("a", ${inputs}, { ...here, import: "abc" });`);
  const planned = await project.coco("plan");
  expect(actionsOf(planned)).toEqual({ a: "import" });
  expect(await project.state()).toEqual([]);
  const applied = await project.coco("apply", "--yes");
  expect(applied.status).toBe(0);
  expect(stepsOf(applied)).toEqual(["import a done"]);
  expect(project.effects()).toEqual([]);
  expect(await project.state()).toMatchObject([{ id: "abc", outputs: { note: "by hand" } }]);
  expect((await project.coco("plan", "--detailed-exitcode")).status).toBe(0);
  const other = existing(project, "def").replace("size: 5", "size: 6");
  project.program(`new (Type("thing"))("a", ${inputs}, here);\nnew (Type("thing"))("d", ${other}, { ...here, import: "def" });`);
  expect((await project.coco("apply", "--yes")).status).toBe(0);
  expect(project.effects()).toEqual([`update ${project.typeName("thing")}`]);
  expect(project.objects("thing").map(({ state }) => state["size"])).toEqual([5, 6]);
});

const planFile: Story = story(probes, "plan file", async (project) => {
  project.program(`new (Type("thing"))("a", { name: "a", size: 3 }, here);`);
  expect((await project.coco("plan", "--out", "create.plan")).status).toBe(0);
  expect(project.objects("thing")).toEqual([]);
  const created = await project.coco("apply", "create.plan");
  expect(created.status).toBe(0);
  expect(stepsOf(created)).toEqual(["create a done"]);
  const [{ id } = { id: "" }] = project.objects("thing");
  project.program(`new (Type("thing"))("a", { name: "a", size: 4 }, here);`);
  expect((await project.coco("plan", "--out", "update.plan")).status).toBe(0);
  expect((await project.coco("apply", "update.plan")).status).toBe(0);
  expect(project.objects("thing")).toMatchObject([{ id, state: { size: 4 } }]);
  expect((await project.coco("apply", "update.plan")).status).toBe(8);
  expect((await project.coco("plan", "--destroy", "--out", "destroy.plan")).status).toBe(0);
  expect((await project.coco("apply", "destroy.plan")).status).toBe(0);
  expect(project.objects("thing")).toEqual([]);
});

const noId = story(frameworks, "no id", async (project) => {
  project.program(`const a = new (Type("identity"))("a", { name: "x" }, here);\nexport const id = a.id;`);
  const applied = await project.coco("apply", "--yes");
  expect(applied.status).toBe(0);
  expect(applied.run?.outputs["id"]).toBe(`{"name":"x","region":"home"}`);
  expect(project.objects("identity")).toMatchObject([{ id: "home/x" }]);
  expect((await project.coco("plan", "--detailed-exitcode")).status).toBe(0);
  project.program(`new (Type("identity"))("a", { name: "x", value: "new" }, here);`);
  const updated = await project.coco("apply", "--yes");
  expect(stepsOf(updated)).toEqual(["update a done"]);
  project.program(`new (Type("identity"))("a", { name: "y" }, here);`);
  const replaced = await project.coco("apply", "--yes");
  expect(actionsOf(replaced)).toEqual({ a: "replace" });
  expect(await project.state()).toMatchObject([{ id: `{"name":"y","region":"home"}` }]);
  expect(project.objects("identity")).toMatchObject([{ id: "home/y" }]);
  expect((await project.coco("destroy", "--yes")).status).toBe(0);
  expect(project.objects("identity")).toEqual([]);
});

const identityImport = story(frameworks, "identity import", async (project) => {
  const state = { region: "home", value: "v", serial: "s" };
  for (const name of ["x", "y"]) project.make("identity", `home/${name}`, { ...state, name });
  project.program("");
  expect((await project.coco("apply", "--yes")).status).toBe(0);
  const type = "tf_probe:probe_identity";
  expect((await project.coco("import", type, "a", `{"name":"x"}`, "--provider", "here")).status).toBe(0);
  expect((await project.coco("import", type, "b", "home/y", "--provider", "here")).status).toBe(0);
  const wrong = await project.coco("import", type, "c", `{"nam":"x"}`, "--provider", "here");
  expect(wrong.status).toBe(1);
  expect((await project.state()).map(({ id }) => id)).toEqual([
    `{"name":"x","region":"home"}`,
    `{"name":"y","region":"home"}`,
  ]);
  project.program(
    ["x", "y"].map((name, index) => `new (Type("identity"))("${"ab"[index]}", { name: "${name}", value: "v" }, { ...here, protect: true });`).join("\n"),
  );
  const planned = await project.coco("plan");
  expect(planned.plan?.changes.filter(({ action }) => !["same", "record"].includes(action))).toEqual([]);
  expect(project.effects()).toEqual([]);
});

export const adoption: readonly Story[] = [importByCommand, noImport, importByOption, planFile, noId, identityImport];

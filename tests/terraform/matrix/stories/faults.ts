import { expect } from "vitest";
import { frameworks, probes } from "../columns.js";
import type { ProviderProject } from "../provider-project.js";
import { actionsOf, problemOf, stepsOf } from "../shown.js";
import { story, type Story } from "../story.js";

/** Writes a program with one resource that misbehaves. */
function faulty(project: ProviderProject, inputs: string): void {
  project.program(`new (Type("fault"))("f", { name: "f", ${inputs} }, here);`);
}

const isSdk = ({ column }: ProviderProject) => column.program === "sdk";

const wrongPlan = story(frameworks, "wrong plan", async (project) => {
  faulty(project, `fault: "wrong_plan", value: "v"`);
  const applied = await project.coco("apply", "--yes");
  expect(applied.status).toBe(1);
  const problem = problemOf(applied, "provider/terraform-invalid-plan");
  expect(problem).toMatchObject({ path: "value", hint: expect.stringContaining("bug in the provider") });
  expect(problem.detail).toContain(`"not what was asked for"`);
  expect(project.effects()).toEqual([]);
});

const wrongResult = story(frameworks, "wrong result", async (project) => {
  faulty(project, `fault: "wrong_apply", value: "v"`);
  const created = await project.coco("apply", "--yes");
  expect(created.status).toBe(1);
  expect(stepsOf(created)).toEqual(["create f failed"]);
  expect(problemOf(created, "provider/terraform-inconsistent")).toMatchObject({ path: "value" });
  const [object] = project.objects("fault");
  expect(await project.state()).toMatchObject([{ id: object!.id, outputs: { value: "not what was planned" } }]);
  faulty(project, `fault: "wrong_apply", on: "update", value: "w"`);
  const updated = await project.coco("apply", "--yes");
  expect(updated.status).toBe(1);
  expect(stepsOf(updated)).toEqual(["update f failed"]);
  expect(project.objects("fault")).toMatchObject([{ id: object!.id, state: { value: "w" } }]);
  // The object itself is as planned, which the next read shows.
  expect((await project.coco("plan", "--detailed-exitcode")).status).toBe(0);
});

const unknownResult = story(frameworks, "unknown result", async (project) => {
  faulty(project, `fault: "unknown_after_apply"`);
  const created = await project.coco("apply", "--yes");
  expect(created.status).toBe(1);
  expect(stepsOf(created)).toEqual(["create f failed"]);
  expect(problemOf(created, "provider/terraform-unknown-result")).toMatchObject({ path: "result" });
  const [object] = project.objects("fault");
  expect(await project.state()).toMatchObject([{ id: object!.id, outputs: { result: null } }]);
  expect((await project.coco("apply", "--yes")).status).toBe(0);
  expect(project.objects("fault")).toHaveLength(1);
});

const noResult = story(probes, "no result", async (project) => {
  faulty(project, isSdk(project) ? `fault: "empty_id", after: true` : `fault: "null_after_apply"`);
  const created = await project.coco("apply", "--yes");
  expect(created.status).toBe(1);
  expect(stepsOf(created)).toEqual(["create f uncertain"]);
  expect(problemOf(created, "provider/terraform-answer").detail).toContain("The object may exist.");
  expect(project.objects("fault")).toHaveLength(1);
  const again = await project.coco("apply", "--yes");
  expect(again.status).toBe(4);
  expect(problemOf(again, "engine/uncertain").hint).toContain("coco recover f --adopt");
  const [{ id } = { id: "" }] = project.objects("fault");
  expect((await project.coco("recover", "f", "--adopt", id)).status).toBe(0);
  expect((await project.state()).map((each) => each.id)).toEqual([id]);
  expect(project.effects()).toEqual([`create ${project.typeName("fault")}`]);
});

const partialCreate = story(probes, "partial create", async (project) => {
  faulty(project, `fault: "error", after: true`);
  const created = await project.coco("apply", "--yes");
  expect(created.status).toBe(1);
  expect(stepsOf(created)).toEqual(["create f failed"]);
  problemOf(created, "provider/terraform-refused");
  const [before] = project.objects("fault");
  expect((await project.state()).map(({ id }) => id)).toEqual([before!.id]);
  faulty(project, "");
  const again = await project.coco("apply", "--yes");
  expect(again.status).toBe(0);
  expect(actionsOf(again)).toEqual({ f: "replace" });
  const [after, ...others] = project.objects("fault");
  expect(others).toEqual([]);
  expect(after!.id).not.toBe(before!.id);
});

const failedCreate = story(
  probes,
  "partial create",
  async (project) => {
    faulty(project, `fault: "error"`);
    const created = await project.coco("apply", "--yes");
    expect(created.status).toBe(1);
    expect(stepsOf(created)).toEqual(["create f failed"]);
    expect(await project.state()).toEqual([]);
    expect(project.objects("fault")).toEqual([]);
    faulty(project, "");
    expect(stepsOf(await project.coco("apply", "--yes"))).toEqual(["create f done"]);
  },
  "of which nothing exists",
);

const failedUpdate = story(probes, "failed update", async (project) => {
  faulty(project, `value: "1"`);
  expect((await project.coco("apply", "--yes")).status).toBe(0);
  faulty(project, `value: "2", fault: "error", on: "update"`);
  const failed = await project.coco("apply", "--yes");
  expect(failed.status).toBe(1);
  expect(stepsOf(failed)).toEqual(["update f failed"]);
  // Providers with SDK v2 return the planned values with their error.
  expect(await project.state()).toMatchObject([{ outputs: { value: "1" } }]);
  faulty(project, `value: "2"`);
  const again = await project.coco("apply", "--yes");
  expect(stepsOf(again)).toEqual(["update f done"]);
  faulty(project, `value: "3", fault: "error", on: "update", after: true`);
  expect((await project.coco("apply", "--yes")).status).toBe(1);
  expect(await project.state()).toMatchObject([{ outputs: { value: "3" } }]);
  expect(project.objects("fault")).toMatchObject([{ state: { value: "3" } }]);
});

const failedDelete = story(probes, "failed delete", async (project) => {
  faulty(project, `fault: "error", on: "delete"`);
  expect((await project.coco("apply", "--yes")).status).toBe(0);
  const [{ id } = { id: "" }] = project.objects("fault");
  const failed = await project.coco("destroy", "--yes");
  expect(failed.status).toBe(1);
  expect(stepsOf(failed)).toContain("delete f failed");
  expect((await project.state()).map((each) => each.id)).toEqual([id]);
  faulty(project, `fault: "error", on: "delete", after: true`);
  expect((await project.coco("apply", "--yes")).status).toBe(0);
  // The object is deleted before the error, and a read shows it.
  expect((await project.coco("destroy", "--yes")).status).toBe(0);
  expect(project.objects("fault")).toEqual([]);
  expect(await project.state()).toEqual([]);
});

const refusedDelete = story(frameworks, "refused delete", async (project) => {
  project.program(`new (Type("plan_delete"))("a", { name: "a", protected: true }, here);`);
  expect((await project.coco("apply", "--yes")).status).toBe(0);
  const refused = await project.coco("plan", "--destroy");
  expect(refused.status).toBe(1);
  expect(problemOf(refused, "provider/terraform-refused").detail).toContain("Protected object");
  expect((await project.coco("destroy", "--yes")).status).toBe(1);
  expect(project.objects("plan_delete")).toHaveLength(1);
  project.program(`new (Type("plan_delete"))("a", { name: "a", protected: false }, here);`);
  expect((await project.coco("apply", "--yes")).status).toBe(0);
  expect((await project.coco("destroy", "--yes")).status).toBe(0);
  expect(project.objects("plan_delete")).toEqual([]);
});

export const faults: readonly Story[] = [
  wrongPlan,
  wrongResult,
  unknownResult,
  noResult,
  partialCreate,
  failedCreate,
  failedUpdate,
  failedDelete,
  refusedDelete,
];

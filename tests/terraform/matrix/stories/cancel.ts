import { expect } from "vitest";
import { probes } from "../columns.js";
import type { ProviderProject } from "../provider-project.js";
import { problemOf, resultsOf, stepsOf } from "../shown.js";
import { story, type Story } from "../story.js";

/** Writes a program with a slow resource, and another one that depends on it. */
function slow(project: ProviderProject, inputs: string): void {
  project.program(`const f = new (Type("fault"))("f", { name: "f", fault: "slow", ${inputs} }, here);
new (Type("thing"))("after", { name: "after" }, { ...here, dependsOn: [f] });`);
}

const once = story(probes, "cancel once", async (project) => {
  slow(project, `waitFor: "go"`);
  const applying = project.start("apply", "--yes");
  await project.called("wait");
  applying.interrupt();
  await applying.printed("cancelling");
  project.write({ go: "" });
  const { status, events } = await applying.finished;
  expect(status).toBe(130);
  expect(resultsOf(events)).toEqual(["create f done"]);
  expect(project.objects("thing")).toEqual([]);
  const [{ id } = { id: "" }] = project.objects("fault");
  expect((await project.state()).map((each) => each.id)).toEqual([id]);
  const again = await project.coco("apply", "--yes");
  expect(again.status).toBe(0);
  expect(stepsOf(again)).toEqual(["create after done"]);
});

const twice = story(probes, "cancel twice", async (project) => {
  slow(project, project.column.program === "sdk" ? "obeyStop: true" : `waitMs: 3600000`);
  const applying = project.start("apply", "--yes");
  await project.called("wait");
  applying.interrupt();
  await applying.printed("cancelling");
  applying.interrupt();
  const { status, events } = await applying.finished;
  expect(status).toBe(130);
  expect(resultsOf(events)).toEqual(["create f uncertain"]);
  expect(project.objects("fault")).toEqual([]);
  const again = await project.coco("apply", "--yes");
  expect(again.status).toBe(4);
  problemOf(again, "engine/uncertain");
  expect((await project.coco("recover", "f", "--absent")).status).toBe(0);
  project.program(`new (Type("fault"))("f", { name: "f" }, here);`);
  expect(stepsOf(await project.coco("apply", "--yes"))).toEqual(["create f done"]);
});

const twiceInUpdate = story(
  probes,
  "cancel twice",
  async (project) => {
    project.program(`new (Type("fault"))("f", { name: "f", value: "1" }, here);`);
    expect((await project.coco("apply", "--yes")).status).toBe(0);
    const stop = project.column.program === "sdk" ? "obeyStop: true" : `waitMs: 3600000`;
    project.program(`new (Type("fault"))("f", { name: "f", value: "2", fault: "slow", on: "update", ${stop} }, here);`);
    const applying = project.start("apply", "--yes");
    await project.called("wait");
    applying.interrupt();
    await applying.printed("cancelling");
    applying.interrupt();
    expect((await applying.finished).status).toBe(130);
    expect(project.objects("fault")).toMatchObject([{ state: { value: "1" } }]);
    project.program(`new (Type("fault"))("f", { name: "f", value: "2" }, here);`);
    const again = await project.coco("apply", "--yes");
    expect(again.status).toBe(0);
    expect(project.objects("fault")).toMatchObject([{ state: { value: "2" } }]);
  },
  "in an update",
);

export const cancel: readonly Story[] = [once, twice, twiceInUpdate];

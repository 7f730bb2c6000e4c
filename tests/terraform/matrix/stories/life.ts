import { expect } from "vitest";
import { probes } from "../columns.js";
import type { ProviderProject } from "../provider-project.js";
import { actionsOf, detailsOf, stepsOf, unknownValue } from "../shown.js";
import type { Story } from "../story.js";

const thing = (name: string, size: number) =>
  `const a = new (Type("thing"))("a", { name: "${name}", size: ${size}, labels: ["x", "y"] }, here);
export const outputs = { id: a.id, size: a.size, note: a.note };`;

const two = `${thing("b", 4)}\nnew (Type("thing"))("b", { name: "second" }, here);`;

/** The only object of type `thing`. */
function only(project: ProviderProject) {
  const found = project.objects("thing");
  expect(found).toHaveLength(1);
  return found[0]!;
}

/** The whole life of an ordinary object. */
export const life: Story = {
  columns: probes,
  steps: [
    {
      phase: "plan",
      async run(project) {
        project.program(thing("a", 3));
        const planned = await project.coco("plan", "--detailed-exitcode");
        expect(planned.status).toBe(2);
        expect(actionsOf(planned)).toEqual({ a: "create" });
        expect(planned.plan?.outputs["outputs"]).toMatchObject({ id: unknownValue, size: 3 });
        expect(project.objects("thing")).toEqual([]);
        expect(await project.state()).toEqual([]);
      },
    },
    {
      phase: "apply",
      async run(project) {
        const applied = await project.coco("apply", "--yes");
        expect(applied.status).toBe(0);
        expect(stepsOf(applied)).toEqual(["create a done"]);
        const { id, state, made } = only(project);
        expect(state).toMatchObject({ name: "a", size: 3, note: "none" });
        expect(made.marker).toBe("here");
        expect(applied.run?.outputs["outputs"]).toEqual({ id, size: 3, note: "none" });
        expect(await project.state()).toMatchObject([
          { id, inputs: { name: "a" }, outputs: { id, size: 3 } },
        ]);
        expect(project.effects()).toEqual([`create ${project.typeName("thing")}`]);
      },
    },
    {
      phase: "no changes",
      async run(project) {
        project.forgetCalls();
        const planned = await project.coco("plan", "--detailed-exitcode");
        expect(planned.status).toBe(0);
        expect(planned.plan?.isEmpty).toBe(true);
        const applied = await project.coco("apply", "--yes");
        expect(applied.status).toBe(0);
        expect(stepsOf(applied)).toEqual([]);
        expect(project.effects()).toEqual([]);
      },
    },
    {
      phase: "update",
      async run(project) {
        const before = only(project);
        project.forgetCalls();
        project.program(thing("a", 4));
        const applied = await project.coco("apply", "--yes");
        expect(applied.status).toBe(0);
        expect(actionsOf(applied)).toEqual({ a: "update" });
        expect(detailsOf(applied, "a")).toContain("size inputs");
        const after = only(project);
        expect(after.id).toBe(before.id);
        expect(after.state).toMatchObject({ size: 4, created_at: before.state["created_at"] });
        expect(after.updated?.marker).toBe("here");
        expect(project.effects()).toEqual([`update ${project.typeName("thing")}`]);
        expect((await project.coco("plan", "--detailed-exitcode")).status).toBe(0);
      },
    },
    {
      phase: "replace",
      async run(project) {
        const before = only(project);
        project.forgetCalls();
        project.program(thing("b", 4));
        const applied = await project.coco("apply", "--yes");
        expect(applied.status).toBe(0);
        expect(actionsOf(applied)).toEqual({ a: "replace" });
        expect(detailsOf(applied, "a")).toContain("name inputs replaces");
        const after = only(project);
        expect(after.id).not.toBe(before.id);
        expect(after.state).toMatchObject({ name: "b", size: 4 });
        expect(project.effects().map((line) => line.split(" ")[0])).toEqual(["delete", "create"]);
        expect(await project.state()).toMatchObject([{ id: after.id, outputs: { name: "b" } }]);
      },
    },
    {
      phase: "drift",
      async run(project) {
        const { id } = only(project);
        project.drift("thing", id, { size: 9 });
        const planned = await project.coco("plan", "--detailed-exitcode");
        expect(planned.status).toBe(2);
        expect(actionsOf(planned)).toEqual({ a: "update" });
        expect(detailsOf(planned, "a")).toContain("size drift");
        expect(only(project).state["size"]).toBe(9);
        expect((await project.coco("apply", "--yes")).status).toBe(0);
        expect(only(project)).toMatchObject({ id, state: { size: 4 } });
        expect((await project.coco("plan", "--detailed-exitcode")).status).toBe(0);
      },
    },
    {
      phase: "gone",
      async run(project) {
        const { id } = only(project);
        project.lose("thing", id);
        const planned = await project.coco("plan", "--detailed-exitcode");
        expect(planned.status).toBe(2);
        expect(actionsOf(planned)).toEqual({ a: "create" });
        expect((await project.coco("apply", "--yes")).status).toBe(0);
        expect(only(project).id).not.toBe(id);
        expect((await project.coco("plan", "--detailed-exitcode")).status).toBe(0);
      },
    },
    {
      phase: "refresh",
      async run(project) {
        const { id } = only(project);
        project.drift("thing", id, { size: 11 });
        project.forgetCalls();
        const refreshed = await project.coco("refresh", "--yes");
        expect(refreshed.status).toBe(0);
        expect(actionsOf(refreshed)).toEqual({ a: "refresh" });
        expect(project.effects()).toEqual([]);
        expect(only(project).state["size"]).toBe(11);
        expect(await project.state()).toMatchObject([{ id, outputs: { size: 11 } }]);
        expect((await project.coco("apply", "--yes")).status).toBe(0);
        expect(only(project)).toMatchObject({ id, state: { size: 4 } });
      },
    },
    {
      phase: "targeted destroy",
      async run(project) {
        project.program(two);
        expect((await project.coco("apply", "--yes")).status).toBe(0);
        expect(project.objects("thing").map(({ state }) => state["name"])).toEqual(["b", "second"]);
        const destroyed = await project.coco("destroy", "--yes", "-t", "b");
        expect(destroyed.status).toBe(0);
        expect(stepsOf(destroyed)).toEqual(["delete b done"]);
        expect(only(project).state["name"]).toBe("b");
        expect((await project.state()).map(({ urn }) => urn.split("::").at(-1))).toEqual(["a"]);
      },
    },
    {
      phase: "destroy",
      async run(project) {
        expect((await project.coco("apply", "--yes")).status).toBe(0);
        project.forgetCalls();
        const destroyed = await project.coco("destroy", "--yes");
        expect(destroyed.status).toBe(0);
        expect(project.objects("thing")).toEqual([]);
        expect(project.effects().map((line) => line.split(" ")[0])).toEqual(["delete", "delete"]);
        expect(await project.state()).toEqual([]);
      },
    },
  ],
};

import { afterAll, describe, expect, test } from "vitest";
import { killPhases, type Kill } from "./kill-cases.js";
import { withoutGo } from "./providers/provider-binaries.js";
import {
  isRunning,
  ProbeProjects,
  until,
  type ProbeName,
  type ProbeProject,
  type StartedCoco,
} from "./support/probe-project.js";

// What is killed with SIGKILL while a real provider works: the provider, or coco. The next runs must not guess.

describe.skipIf(withoutGo !== undefined)("killed", { timeout: 180_000 }, () => {
  const projects = new ProbeProjects();
  afterAll(() => projects.remove());

  /** A fault with this name, or none. */
  const fault = (more: object = {}) =>
    `new Fault("a", ${JSON.stringify({ name: "a", ...more })}, { provider: probe("one") });`;

  /** Kills when the provider waits, and waits for the end of coco. */
  async function kill(project: ProbeProject, victim: Kill["victim"], run: StartedCoco) {
    await project.called("wait");
    if (victim === "coco") run.child.kill("SIGKILL");
    else for (const pid of project.providers()) process.kill(pid, "SIGKILL");
    return run.finished;
  }

  /** Runs a command that must do all it should. */
  async function succeeds(project: ProbeProject, ...words: readonly string[]) {
    const finished = await project.coco(...words);
    expect([words, finished.status, finished.errors]).toEqual([words, 0, ""]);
    return finished;
  }

  const created = async (probe: ProbeName, more: object = {}) => {
    const project = projects.project(fault(more), probe);
    await succeeds(project, "apply", "--yes");
    return project;
  };

  /** Nothing is left to do, the cloud has what state has, and no process is left. */
  async function isAtRest(project: ProbeProject, objects: number) {
    expect((await succeeds(project, "plan")).output).toMatch(/No changes|Plan: \d+ unchanged\./);
    expect(project.objects().size).toBe(objects);
    expect(project.providers()).toEqual([]);
    expect(project.leftovers()).toEqual([]);
  }

  test.each(killPhases.create.cases)(
    "$victim in a create, $when the effect ($probe)",
    async ({ victim, probe, after }) => {
      const project = projects.project(fault({ fault: "slow", on: "create", after }), probe);
      const killed = await kill(project, victim, project.start("apply", "--yes"));
      if (victim === "provider") {
        expect(killed.status).toBe(1);
        expect(killed.output).toMatch(/uncertain\s+tf_probe:\w+_fault a/);
        expect(killed.errors).toContain("was terminated by SIGKILL during the create of");
      }
      const made = after ? 1 : 0;
      const creates = () => project.effects().filter((effect) => effect.startsWith("create")).length;
      for (const words of [
        ["apply", "--yes"],
        ["destroy", "--yes"],
      ]) {
        const refused = await project.coco(...words);
        expect([words, refused.status]).toEqual([words, 4]);
        expect(refused.errors).toContain("engine/uncertain");
        expect(refused.errors).toContain("coco recover a --adopt <id>");
      }
      expect(creates()).toBe(made);
      project.program(fault());
      const [id] = project.objects().keys();
      await succeeds(project, "recover", "a", ...(id === undefined ? ["--absent"] : ["--adopt", id]));
      await succeeds(project, "apply", "--yes");
      expect(creates()).toBe(1);
      if (id !== undefined) expect([...project.objects().keys()]).toEqual([id]);
      await isAtRest(project, 1);
      await succeeds(project, "destroy", "--yes");
      expect(project.objects().size).toBe(0);
    },
  );

  test.each(killPhases.update.cases)(
    "$victim in an update, $when the effect ($probe)",
    async ({ victim, probe, after }) => {
      const project = await created(probe);
      project.program(fault({ value: "new", fault: "slow", on: "update", after }));
      const killed = await kill(project, victim, project.start("apply", "--yes"));
      if (victim === "provider") expect(killed.output).toMatch(/uncertain\s+tf_probe:\w+_fault a/);
      project.program(fault({ value: "new" }));
      await succeeds(project, "apply", "--yes");
      expect([...project.objects().values()].map(({ state }) => state["value"])).toEqual(["new"]);
      await isAtRest(project, 1);
    },
  );

  test.each(killPhases.delete.cases)(
    "$victim in a delete, $when the effect ($probe)",
    async ({ victim, probe, after }) => {
      const project = await created(probe, { fault: "slow", on: "delete", after, wait_for: "go" });
      const killed = await kill(project, victim, project.start("destroy", "--yes"));
      if (victim === "provider") expect(killed.output).toMatch(/uncertain\s+tf_probe:\w+_fault a/);
      const [orphan] = project.providers();
      const again = project.start("destroy", "--yes");
      await until(() => orphan === undefined || !isRunning(orphan));
      project.files.write({ go: "" });
      const { output, errors } = await again.finished;
      expect(errors).toBe("");
      expect(output).toContain(after ? "is gone" : "is still there");
      expect(project.effects().filter((effect) => effect.startsWith("delete"))).toHaveLength(1);
      expect(project.objects().size).toBe(0);
      expect((await succeeds(project, "state", "ls", "--json")).output).not.toContain("_fault");
    },
  );

  test.each(killPhases.plan.cases)("$victim in a plan ($probe)", async ({ victim, probe }) => {
    const project = projects.project(fault({ fault: "slow", on: "plan" }), probe);
    const killed = await kill(project, victim, project.start("apply", "--yes"));
    if (victim === "provider") {
      expect(killed.status).toBe(1);
      expect(killed.errors).toContain("was terminated by SIGKILL during the plan of");
    }
    expect(project.effects()).toEqual([]);
    project.program(fault());
    await succeeds(project, "apply", "--yes");
    await isAtRest(project, 1);
  });

  test.each(killPhases.read.cases)("$victim in a read ($probe)", async ({ victim, probe }) => {
    const project = await created(probe, { fault: "slow", on: "read", wait_for: "go" });
    const killed = await kill(project, victim, project.start("refresh", "--yes"));
    if (victim === "provider") {
      expect(killed.status).toBe(1);
      expect(killed.errors).toContain("was terminated by SIGKILL during the read of");
    }
    project.files.write({ go: "" });
    await isAtRest(project, 1);
  });

  test("the provider at its start", async () => {
    const project = projects.project(fault());
    project.wrap("echo 'no license' >&2; kill -9 $$");
    const { status, errors } = await project.coco("apply", "--yes");
    expect(status).toBe(1);
    expect(errors).toContain("was terminated by SIGKILL before it was ready");
    expect(errors).toContain("no license");
    expect(project.leftovers()).toEqual([]);
  });

  test("coco, while the provider starts", async () => {
    const project = projects.project(fault());
    project.wrap("exec sleep 600");
    const run = project.start("apply", "--yes");
    await until(() => project.starts().length > 0);
    run.child.kill("SIGKILL");
    await run.finished;
    project.wrap(project.usual);
    await succeeds(project, "apply", "--yes");
    await isAtRest(project, 1);
  });

  test.each([
    { probe: "framework", on: "plan", command: "apply" },
    { probe: "framework", on: "create", command: "apply" },
    { probe: "framework", on: "read", command: "refresh" },
    { probe: "sdk", on: "create", command: "apply" },
    { probe: "sdk", on: "update", command: "apply" },
    { probe: "sdk", on: "delete", command: "destroy" },
  ] as const)("a panic in $on is shown ($probe)", async ({ probe, on, command }) => {
    const isFirst = on === "plan" || on === "create";
    const project = projects.project(fault({ fault: "panic", on }), probe);
    if (!isFirst) await succeeds(project, "apply", "--yes");
    if (on === "update") project.program(fault({ fault: "panic", on, value: "new" }));
    const { status, errors, output } = await project.coco(command, "--yes");
    expect(status).toBe(1);
    expect(errors).toContain(`panic: probe${probe === "sdk" ? "sdk" : ""}_fault panics in ${on}`);
    expect(errors).toContain(`exited with code 2 during the ${on} of`);
    expect(output.includes("uncertain tf_probe")).toBe(on !== "plan" && on !== "read");
    expect(project.providers()).toEqual([]);
    expect(project.leftovers()).toEqual([]);
  });

  test("an exit with a status is shown", async () => {
    const project = projects.project(fault({ fault: "exit" }));
    const { errors } = await project.coco("apply", "--yes");
    expect(errors).toContain("exited with code 3 during the create of");
  });
});

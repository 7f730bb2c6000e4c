import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CocoProjects, imports, type CocoProject } from "./coco-projects.js";

const projects = new CocoProjects();
afterAll(() => projects.remove());

const program = `${imports}
import { File } from "@coconut/coconut/local";
new Box("lid", { label: "lid" });
export const path = new File("note", { path: "out/note.txt", content: "hello" }).path;
`;

describe("coco in a subfolder of the project", () => {
  let project: CocoProject;
  const deep = () => project.files.path("src/deep");
  /** Started in the subfolder, without -C. */
  const coco = (...parameters: readonly string[]) =>
    project.files.nodeWith({ folder: deep() }, projects.command, ...parameters);

  beforeAll(() => {
    project = projects.project(program, { "src/deep/other.ts": "export const one = 1;" });
  });

  test("plans and applies the project, and says which one it is", async () => {
    const plan = await coco("plan");
    expect(plan).toMatchObject({ status: 0, errors: "" });
    expect(plan.output).toContain("Project shop in ../..\n");
    const applied = await coco("apply", "--yes");
    expect(applied).toMatchObject({ status: 0, errors: "" });
    expect(applied.output).toContain("State: ../../.coconut/dev.db\n");
    expect(readFileSync(project.files.path("out/note.txt"), "utf8")).toBe("hello");
    expect(existsSync(project.files.path("src/deep/.coconut"))).toBe(false);
    expect((await project.coco("plan")).output).toBe("Plan: 2 unchanged.\n");
  });

  test("takes files that are named from where it was started", async () => {
    const saved = await coco("plan", "--destroy", "--out", "gone.plan");
    expect(saved.output).toContain("coco apply gone.plan\n");
    expect(existsSync(project.files.path("src/deep/gone.plan"))).toBe(true);
    expect(await coco("apply", "gone.plan")).toMatchObject({ status: 0, errors: "" });
    expect(existsSync(project.files.path("out/note.txt"))).toBe(false);
    expect(await coco("graph", "--out", "picture.svg")).toMatchObject({ status: 0 });
    expect(await coco("stack", "export", "--out", "state.json")).toMatchObject({ status: 0 });
    expect(existsSync(project.files.path("src/deep/picture.svg"))).toBe(true);
    expect(existsSync(project.files.path("src/deep/state.json"))).toBe(true);
    expect((await coco("provider", "check", "../../shelf.ts")).output).toContain("shelf");
  });

  test("has the settings, the state and the names of the project", async () => {
    expect((await coco("config", "set", "color", "red")).output).toBe(
      "Set shop:color in ../../coconut.dev.json.\n",
    );
    expect(existsSync(project.files.path("coconut.dev.json"))).toBe(true);
    expect((await coco("stack", "ls")).output).toContain("*  dev");
    expect((await coco("state", "verify")).status).toBe(0);
    expect((await coco("doctor")).output).toContain("main.ts of the project shop");
    expect((await coco("__complete", "2", "config", "get", "")).output).toContain("color");
  });

  test("is told with -C as well: as if it had been started there", async () => {
    const listed = await project.files.node(projects.command, "config", "ls", "-C", "src/deep");
    expect(listed).toMatchObject({ status: 0, errors: "" });
    expect(listed.output).toContain("color");
  });
});

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { CocoProjects, imports, type CocoProject } from "../cli/coco-projects.js";

const projects = new CocoProjects();
afterAll(() => projects.remove());

describe("commands that rewrite one file of a project at the same time lose no change", () => {
  test("config set, config rm, config set --secret", async () => {
    const project = projects.project(imports, {
      "coconut.dev.json": `{ "old1": 1, "old2": 2, "kept": 3 }\n`,
    });
    const keys = Array.from({ length: 20 }, (_, index) => `key${index}`);
    await together(project, [
      ...keys.map((key) => ["config", "set", key, `value of ${key}`]),
      ["config", "rm", "old1"],
      ["config", "rm", "old2"],
      ["config", "set", "password", "hunter2", "--secret"],
    ]);
    const { password, ...config } = readJson(project, "coconut.dev.json");
    expect(config).toEqual({ kept: 3, ...Object.fromEntries(keys.map((key) => [key, `value of ${key}`])) });
    expect(password).toEqual({ secret: expect.any(String) });
    expect(leftovers(project)).toEqual([]);
  });

  test("rename, in several stacks", async () => {
    const numbers = [1, 2, 3, 4, 5, 6];
    const boxes = numbers.map((n) => `new Box("old${n}", { label: coconut.getStack() + "-${n}" });`);
    const project = projects.project([imports, ...boxes].join("\n"));
    await together(
      project,
      numbers.map((n) => ["apply", "--yes", "-s", `stack${n}`]),
    );
    await together(
      project,
      numbers.map((n) => ["rename", `old${n}`, `new${n}`, "-s", `stack${n}`]),
    );
    const { groups } = readJson(project, "coconut.moves.json") as {
      readonly groups: readonly { readonly renames: readonly { readonly to: string }[] }[];
    };
    const names = groups.flatMap(({ renames }) => renames.map(({ to }) => to.split("::").at(-1)!));
    expect(new Set(names)).toEqual(new Set(numbers.map((n) => `new${n}`)));
    expect(leftovers(project)).toEqual([]);
  });
});

test("a command waits for another that changes the file, and a killed one holds up nobody", async () => {
  const project = projects.project(imports);
  const holder = project.files.startNode("--input-type=module", "-e", holding(project));
  await holder.said("held");
  const waiting = project.start("config", "set", "first", "1");
  const glance = await project.coco("config", "ls");
  expect(glance, "reading waits for nobody").toMatchObject({
    status: 0,
    output: "No configuration values.\n",
  });
  holder.kill("SIGKILL");
  await holder.finished;
  expect(await waiting.finished).toMatchObject({ status: 0 });

  const another = project.files.startNode("--input-type=module", "-e", holding(project));
  await another.said("held");
  another.kill("SIGKILL");
  await another.finished;
  expect(readdirSync(project.files.folder), "what a kill leaves").toContain(".coconut.dev.json.lock");
  expect(await project.coco("config", "set", "second", "2")).toMatchObject({ status: 0 });
  expect(readJson(project, "coconut.dev.json")).toEqual({ first: "1", second: "2" });
  expect(leftovers(project)).toEqual([]);
});

/** A script that has the lock of the configuration file until it is killed. */
function holding(project: CocoProject): string {
  const files = pathToFileURL(join(projects.built.package, "dist/project/index.js")).href;
  return `import { withFileLock } from ${JSON.stringify(files)};
    const file = ${JSON.stringify(project.files.path("coconut.dev.json"))};
    await withFileLock(file, () => new Promise((resolve) => {
      console.log("held");
      setTimeout(resolve, 1_000_000);
    }));`;
}

/** All of them in processes of their own, started at once. */
async function together(project: CocoProject, commands: readonly (readonly string[])[]): Promise<void> {
  const ended = await Promise.all(commands.map((words) => project.coco(...words)));
  expect(ended.filter(({ status }) => status !== 0)).toEqual([]);
}

function readJson(project: CocoProject, file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(project.files.path(file), "utf8")) as Record<string, unknown>;
}

/** What is in the folder of the project that nobody has put there for someone. */
function leftovers(project: CocoProject): readonly string[] {
  return readdirSync(project.files.folder).filter((name) => name.startsWith(".") && name !== ".coconut");
}

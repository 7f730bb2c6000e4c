import { readdirSync, readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { CocoProjects, imports, type CocoProject } from "../cli/coco-projects.js";

const projects = new CocoProjects();
afterAll(() => projects.remove());

describe("commands that rewrite one file of a project at the same time lose no change", () => {
  test("config set, config rm, config set --secret", async () => {
    const project = projects.project(imports, { "coconut.dev.json": `{ "old1": 1, "old2": 2, "kept": 3 }\n` });
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
    const names = groups.flatMap(({ renames }) => renames.map(({ to }) => to.split("::").at(-1)));
    expect(names.sort()).toEqual(numbers.map((n) => `new${n}`));
    expect(leftovers(project)).toEqual([]);
  });
});

/** All of them in processes of their own, started at once. */
async function together(project: CocoProject, commands: readonly (readonly string[])[]): Promise<void> {
  const ended = await Promise.all(commands.map((words) => project.coco(...words)));
  for (const { status, output, errors } of ended) expect(status, output + errors).toBe(0);
}

function readJson(project: CocoProject, file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(project.files.path(file), "utf8")) as Record<string, unknown>;
}

/** What is in the folder of the project that nobody has put there for someone. */
function leftovers(project: CocoProject): readonly string[] {
  return readdirSync(project.files.folder).filter((name) => name.startsWith(".") && name !== ".coconut");
}

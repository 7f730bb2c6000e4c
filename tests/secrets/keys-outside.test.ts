import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { CocoProjects, imports, type CocoProject } from "../cli/coco-projects.js";

const projects = new CocoProjects();
const homes = realpathSync(mkdtempSync(join(tmpdir(), "coconut-homes-")));
afterAll(() => {
  projects.remove();
  rmSync(homes, { recursive: true });
});

let home = "";
beforeEach(() => void (home = mkdtempSync(join(homes, "home-"))));

const apply = (project: CocoProject, environment: Readonly<Record<string, string>>) =>
  project.cocoWith({ environment: { HOME: home, COCONUT_KEY_FILE: "", ...environment } }, "apply", "--yes");

/** All paths in the project but those of its packages. */
function filesOf(project: CocoProject): readonly string[] {
  const all = readdirSync(project.files.folder, { recursive: true, encoding: "utf8" });
  return all.filter((path) => !path.startsWith("node_modules"));
}

describe("the key of a new stack lies in the home folder", () => {
  test.each([
    ["with an empty XDG_CONFIG_HOME", { XDG_CONFIG_HOME: "" }],
    ["with a relative XDG_CONFIG_HOME", { XDG_CONFIG_HOME: "settings" }],
    ["with one that leads out and in again", { XDG_CONFIG_HOME: "../settings" }],
    ["with an empty COCONUT_KEY_FILE", { XDG_CONFIG_HOME: "", COCONUT_KEY_FILE: "" }],
  ])("%s", async (_, environment) => {
    const project = projects.project(imports);
    const { status, output, errors } = await apply(project, environment);
    expect({ status, printed: output + errors }).toMatchObject({ status: 0 });
    expect(readdirSync(join(home, ".config/coconut/keys"))).toHaveLength(1);
    expect(readdirSync(join(home, ".config/coconut/seen"))).toHaveLength(1);
    expect(filesOf(project).filter((path) => /keys|seen|settings/.test(path))).toEqual([]);
  });
});

describe("no key is made in the project", () => {
  const refused = async (project: CocoProject, environment: Readonly<Record<string, string>>) => {
    const before = filesOf(project);
    const { status, output, errors } = await apply(project, environment);
    expect(output + errors).toContain("store/key-in-project");
    expect(status).toBe(5);
    expect(filesOf(project).filter((path) => !before.includes(path) && !path.startsWith(".coconut"))).toEqual(
      [],
    );
    expect(existsSync(project.files.path(".coconut/dev.db")), "the stack").toBe(false);
  };

  test.each(["key", "deep/key", ".coconut/key", "../other/../project/key"])("COCONUT_KEY_FILE=%s", (file) => {
    const project = projects.project(imports);
    const name = project.files.folder.split("/").at(-1)!;
    return refused(project, { COCONUT_KEY_FILE: file.replace("project", name) });
  });

  test("an absolute path, and one by a link", async () => {
    const project = projects.project(imports);
    await refused(project, { COCONUT_KEY_FILE: project.files.path("key") });
    symlinkSync(project.files.folder, join(home, "linked"));
    await refused(project, { COCONUT_KEY_FILE: join(home, "linked/key") });
  });

  test("a home folder, or one for settings, that is in the project", async () => {
    const project = projects.project(imports);
    mkdirSync(project.files.path("home"));
    await refused(project, { HOME: project.files.path("home") });
    await refused(project, { HOME: project.files.folder });
    await refused(project, { XDG_CONFIG_HOME: project.files.path("settings") });
  });

  test("one that rewrap is to make; one that is there already opens the stack", async () => {
    const project = projects.project(imports);
    expect(await apply(project, {})).toMatchObject({ status: 0 });
    const rewrap = (file: string) =>
      project.cocoWith(
        { environment: { HOME: home, COCONUT_KEY_FILE: "" } },
        ..."secrets rewrap --by key-file --key-file".split(" "),
        file,
      );
    const inside = await rewrap(project.files.path("team.key"));
    expect(inside.output + inside.errors).toContain("store/key-in-project");
    expect(await rewrap(join(home, "team.key"))).toMatchObject({ status: 0 });
    symlinkSync(join(home, "team.key"), project.files.path("team.key"));
    expect(await apply(project, { COCONUT_KEY_FILE: "team.key" })).toMatchObject({ status: 0 });
  });
});

import { afterAll, describe, expect, test } from "vitest";
import { CocoProjects, imports, type CocoProject } from "./coco-projects.js";

const projects = new CocoProjects();
afterAll(() => projects.remove());

const program = `${imports}
new Box("lid", { label: "lid" });
export const owner = new coconut.Config().get("owner") ?? "none";
`;

/** Called like the package of the provider that it uses. */
function shelfProject(files: Readonly<Record<string, string>> = {}): CocoProject {
  return projects.project(program, {
    "package.json": `{ "name": "@acme/shelf", "type": "module" }`,
    ...files,
  });
}

const config = (settings: object) => ({ "coconut.dev.json": JSON.stringify(settings) });

describe("a project that is called like a package", () => {
  test("has settings of its own, which the provider does not get", async () => {
    const shelf = shelfProject();
    expect((await shelf.coco("config", "set", "color", "red")).output).toContain(
      "Set shelf:color in coconut.dev.json.",
    );
    expect(await shelf.coco("config", "set", "owner", "eve")).toMatchObject({ status: 0 });
    const applied = await shelf.coco("apply", "--yes");
    expect(applied.status).toBe(0);
    expect(applied.output).toContain('owner: "eve"');
    expect((await shelf.coco("logs", "lid")).output).toContain("opened by nobody");
  });

  test("is told that a setting of the same name does not configure the provider, and what does", async () => {
    const shelf = shelfProject(config({ owner: "eve" }));
    const plan = await shelf.coco("plan");
    expect(plan.status).toBe(0);
    expect(plan.errors).toContain("engine/config-of-project");
    expect(plan.errors).toContain("coco config set provider:shelf:owner");
    expect((await shelf.coco("config", "set", "provider:shelf:owner", "ann")).status).toBe(0);
    const applied = await shelf.coco("apply", "--yes");
    expect(applied).toMatchObject({ status: 0, errors: "" });
    expect(applied.output).toContain('owner: "eve"');
    expect((await shelf.coco("logs", "lid")).output).toContain("opened by ann");
    const destroyed = await shelf.coco("destroy", "--yes");
    expect(destroyed).toMatchObject({ status: 0, errors: "" });
  });

  test("is told how to set what the provider requires", async () => {
    const shelf = projects.project(
      `import { defineProvider } from "@coconut/coconut/provider";
       import * as v from "valibot";
       const vault = defineProvider({ package: "vault", version: "1.0.0", config: { token: v.string() } });
       const Key = vault.resource("index:Key", {
         inputs: {}, outputs: {}, create: async () => ({ id: "k", outputs: {} }),
         read: async () => ({}), update: async () => ({}), delete: async () => {},
       });
       new Key("one");`,
      { "package.json": `{ "name": "vault", "type": "module" }`, ...config({ token: "t" }) },
    );
    const refused = await shelf.coco("plan");
    expect(refused.status).toBe(1);
    expect(refused.errors).toContain("provider/invalid-setting");
    expect(refused.errors).toContain("coco config set provider:vault:token …");
    expect(refused.errors).not.toContain("coco config set vault:token");
  });

  test("with another name may use either key", async () => {
    for (const key of ["shelf:owner", "provider:shelf:owner"]) {
      const shop = projects.project(program, config({ [key]: "ann" }));
      expect(await shop.coco("apply", "--yes")).toMatchObject({ status: 0, errors: "" });
      expect((await shop.coco("logs", "lid")).output).toContain("opened by ann");
    }
  });
});

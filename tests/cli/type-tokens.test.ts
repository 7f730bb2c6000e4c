import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { CocoProjects, imports } from "./coco-projects.js";

const projects = new CocoProjects();
afterAll(() => projects.remove());

const program = (type: string, options = "{}") => `${imports}
class Site extends coconut.ComponentResource {
  constructor(name: string) {
    super("${type}", name, {}, ${options});
    new Box("box", { label: "b" }, { parent: this });
    this.registerOutputs();
  }
}
new Site("front");
`;

describe("the type of a component", () => {
  test("follows the grammar of the specification", async () => {
    const shop = projects.project(program("my-shop:web/site:Site"));
    const refused = await shop.coco("plan");
    expect(refused.status).toBe(1);
    expect(refused.errors).toContain("sdk/malformed-type");
    expect(refused.errors).toContain('super("my_shop:web_site:Site", name, args, options)');
    expect(refused.errors).toContain('aliases: [{ type: "my-shop:web/site:Site" }]');
    expect(refused.errors).toMatch(/main\.ts:11:1/);
  });

  test("may have been another before, in state that came from elsewhere", async () => {
    const shop = projects.project(program("my_shop:web:Site"));
    expect(await shop.coco("apply", "--yes")).toMatchObject({ status: 0, errors: "" });
    const file = shop.files.path("state.json");
    expect((await shop.coco("stack", "export", "--out", file)).status).toBe(0);
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replaceAll("my_shop:web:Site", "my-shop:web/site:Site"));
    const imported = await shop.coco("stack", "import", file, "-s", "old", "--allow-modules");
    expect(imported).toMatchObject({ status: 0 });
    const alias = `{ aliases: [{ type: "my-shop:web/site:Site" }] }`;
    shop.files.write({ "main.ts": program("my_shop:web:Site", alias) });
    const plan = await shop.coco("plan", "-s", "old");
    expect(plan).toMatchObject({ status: 0, errors: "" });
    expect(plan.output).not.toMatch(/to (create|delete|replace)/);
    expect(await shop.coco("apply", "--yes", "-s", "old")).toMatchObject({ status: 0, errors: "" });
    expect((await shop.coco("state", "ls", "-s", "old")).output).toContain("my_shop:web:Site");
  });

  test("of another ecosystem is accepted for what a package manages", async () => {
    const shop = projects.project(`${imports}
      class Bucket extends coconut.CustomResource {}
      new Bucket("aws:s3/bucket:Bucket", "logs");`);
    const plan = await shop.coco("plan");
    expect(plan.errors).toContain("The type aws:s3/bucket:Bucket belongs to package aws.");
    expect(plan.errors).not.toContain("malformed");
  });
});

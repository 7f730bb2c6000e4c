import { readdirSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withoutGo } from "./providers/provider-binaries.js";
import { BuiltPackage } from "../support/built-package.js";
import { resourceOf, StateProject, thing, type Imported } from "./support/state-project.js";

// Objects in Terraform state files that are written here, imported with the real provider.

describe.skipIf(withoutGo !== undefined)("import --from-tfstate", { timeout: 300_000 }, () => {
  let built: BuiltPackage;
  beforeAll(() => {
    built = new BuiltPackage();
  });
  afterAll(() => built.remove());

  const resultsOf = ({ resources }: Imported) =>
    Object.fromEntries(resources.map(({ address, result }) => [address, result]));

  /** Saves the printed program and returns the actions of a plan that are not `same`. */
  async function planned(project: StateProject, code: string): Promise<Readonly<Record<string, string>>> {
    project.program(code);
    const plan = await project.coco("plan");
    const changes = plan["plan"] as { changes: { name: string; action: string }[] };
    return Object.fromEntries(
      changes.changes.filter(({ action }) => action !== "same").map(({ name, action }) => [name, action]),
    );
  }

  test("a tainted object is replaced by the next plan, and a deposed one is deleted", async () => {
    const project = new StateProject(built);
    for (const id of ["new", "old", "damaged"]) project.make("probe_thing", thing(id));
    project.state([
      resourceOf("probe_thing", "main", [
        { attributes: thing("new") },
        { attributes: thing("old"), deposed: "abcd1234" },
      ]),
      resourceOf("probe_thing", "second", [{ attributes: thing("damaged"), status: "tainted" }]),
    ]);
    const { resources, code } = await project.import();
    expect(resources).toMatchObject([
      { result: "imported", replaced: 1, tainted: false },
      { result: "imported", replaced: 0, tainted: true },
    ]);
    expect(await planned(project, code)).toMatchObject({ second: "replace" });
    expect(project.effects()).toEqual([]);
    expect((await project.coco("apply", "--yes")).status).toBe(0);
    expect(project.effects().toSorted()).toEqual([
      "create probe_thing",
      "delete probe_thing",
      "delete probe_thing",
    ]);
    expect(project.objects("probe_thing")).toContain("new.json");
    expect(project.objects("probe_thing")).not.toContain("old.json");
    expect(await planned(project, code)).toEqual({});
  });

  test("an object that is gone, and one whose provider is not declared, are listed and not imported", async () => {
    const project = new StateProject(built);
    project.make("probe_thing", thing("a"));
    project.state([
      resourceOf("probe_thing", "a", [{ attributes: thing("a") }]),
      resourceOf("probe_thing", "gone", [{ attributes: thing("gone") }]),
      resourceOf("other_thing", "b", [{ attributes: { id: "b" } }], {
        provider: 'provider["example.com/acme/other"]',
      }),
    ]);
    const { resources } = await project.import();
    expect(resources).toMatchObject([
      { address: "probe_thing.a", result: "imported" },
      { address: "probe_thing.gone", result: "gone" },
      { address: "other_thing.b", result: "left", remedy: "coco provider add example.com/acme/other" },
    ]);
    expect(await project.names()).toEqual(["a"]);
  });

  test("running it again does nothing, and imports what was added", async () => {
    const project = new StateProject(built);
    for (const id of ["a", "b"]) project.make("probe_thing", thing(id));
    const a = resourceOf("probe_thing", "a", [{ attributes: thing("a") }]);
    project.state([a]);
    expect(resultsOf(await project.import())).toEqual({ "probe_thing.a": "imported" });
    const again = await project.coco("import", "--from-tfstate", "terraform.tfstate", "--yes");
    expect(again.status).toBe(0);
    expect(again["imported"]).toBeUndefined();
    project.state([a, resourceOf("probe_thing", "b", [{ attributes: thing("b") }])]);
    expect(resultsOf(await project.import())).toEqual({
      "probe_thing.a": "already",
      "probe_thing.b": "imported",
    });
    expect(await project.names()).toEqual(["a", "b"]);
  });

  test("a name that another object of the stack has is not taken", async () => {
    const project = new StateProject(built);
    for (const id of ["a", "b"]) project.make("probe_thing", thing(id));
    project.state([resourceOf("probe_thing", "main", [{ attributes: thing("a") }])]);
    await project.import();
    project.state([
      resourceOf("probe_thing", "main", [{ attributes: thing("b") }]),
      resourceOf("probe_thing", "second", [{ attributes: thing("b") }]),
    ]);
    const { resources } = await project.import();
    expect(resources).toMatchObject([
      { result: "left", remedy: expect.stringContaining("coco rename") },
      { result: "imported" },
    ]);
  });

  test("an alias needs a provider resource with its name", async () => {
    const project = new StateProject(built);
    project.make("probe_thing", thing("a"));
    project.state([
      resourceOf("probe_thing", "a", [{ attributes: thing("a") }], {
        provider: 'provider["example.com/acme/probe"].eu',
      }),
    ]);
    const refused = await project.coco("import", "--from-tfstate", "terraform.tfstate", "--yes");
    expect(refused["import"]).toMatchObject({ resources: [{ decision: "left" }] });
    const eu = `import * as terraform from "@coconut/coconut/terraform";
const Probe = terraform.provider("probe");
const eu = new Probe("eu", { folder: ${JSON.stringify(project.cloud)} });
`;
    project.program(eu);
    expect((await project.coco("apply", "--yes")).status).toBe(0);
    const { resources, code } = await project.import();
    expect(resources).toMatchObject([{ result: "imported" }]);
    expect(code).toContain("provider: eu");
    expect(await planned(project, `${eu}${code.replace(/^import \* as terraform.*$/m, "")}`)).toEqual({});
  });

  test("the provider upgrades a state of an older schema, and private bytes are kept", async () => {
    const project = new StateProject(built);
    project.make("probe_upgrade", { id: "u", title: "t", size_gb: 3, origin: "0" });
    project.make("probe_thing", thing("a"));
    project.state([
      resourceOf("probe_upgrade", "u", [
        { attributes: { id: "u", name: "t", size: "3" }, schema_version: 0 },
      ]),
      resourceOf("probe_thing", "a", [{ attributes: thing("a") }]),
      resourceOf("probe_upgrade", "newer", [{ attributes: { id: "u" }, schema_version: 9 }]),
    ]);
    const run = await project.coco("import", "--from-tfstate", "terraform.tfstate", "--yes");
    const { resources, code } = run["imported"] as Imported;
    expect(resources).toMatchObject([
      { result: "imported", changes: [] },
      { result: "imported", changes: [] },
      { result: "failed" },
    ]);
    expect(run["diagnostics"]).toMatchObject([{ code: "provider/terraform-state" }]);
    expect(run.status).toBe(1);
    expect(code).toContain('{ sizeGb: 3, title: "t" }');
    expect(await planned(project, code)).toEqual({});
    // Fails without its private bytes.
    project.program(code.replace('name: "a"', 'name: "a", size: 5'));
    expect((await project.coco("apply", "--yes")).status).toBe(0);
  });

  test("a run that is killed has imported nothing, and the next one imports everything", async () => {
    const project = new StateProject(built);
    const waitFor = `${project.cloud}/go`;
    const slow = {
      id: "s",
      name: "s",
      fault: "slow",
      on: "read",
      after: false,
      value: null,
      wait_for: waitFor,
      wait_ms: null,
      ignore_stop: null,
      result: "r",
    };
    project.make("probe_fault", slow);
    project.make("probe_thing", thing("a"));
    project.state([
      resourceOf("probe_thing", "a", [{ attributes: thing("a") }]),
      resourceOf("probe_fault", "s", [{ attributes: slow }]),
    ]);
    const started = project.start("import", "--from-tfstate", "terraform.tfstate", "--yes");
    await project.called("wait probe_fault");
    started.kill("SIGKILL");
    await started.finished;
    expect(await project.names()).toEqual([]);
    writeFileSync(waitFor, "");
    expect(resultsOf(await project.import())).toEqual({
      "probe_thing.a": "imported",
      "probe_fault.s": "imported",
    });
    expect(await project.names()).toEqual(["a", "s"]);
  });

  test("without --yes, it shows what would be imported and imports nothing", async () => {
    const project = new StateProject(built);
    project.make("probe_thing", thing("a"));
    project.state([resourceOf("probe_thing", "a", [{ attributes: thing("a") }])]);
    const asked = await project.coco("import", "--from-tfstate", "terraform.tfstate");
    expect(asked.status).toBe(4);
    expect(asked).toMatchObject({
      import: { resources: [{ address: "probe_thing.a", decision: "import" }] },
      approval: { given: false },
    });
    expect(project.calls()).toEqual([]);
  });

  test.each([
    ["a folder", "cloud", "cli/file-access", 64],
    ["a file that is missing", "missing.json", "cli/file-access", 64],
    ["another file", "main.ts", "provider/terraform-state-file", 1],
  ])("%s is refused", async (_, file, code, status) => {
    const project = new StateProject(built);
    const refused = await project.coco("import", "--from-tfstate", file, "--yes");
    expect(refused.status).toBe(status);
    expect(refused["diagnostics"]).toMatchObject([{ code }]);
    expect(readdirSync(project.cloud)).toEqual([]);
  });
});

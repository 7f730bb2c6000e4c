import { chmodSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { withoutGo } from "./providers/provider-binaries.js";
import {
  isRunning,
  ProbeProjects,
  until,
  type ProbeProject,
  type StartedCoco,
} from "./support/probe-project.js";

// The processes of real providers: how many there are, and that none is left.

describe.skipIf(withoutGo !== undefined)("the processes of a provider", { timeout: 180_000 }, () => {
  const projects = new ProbeProjects();
  afterAll(() => projects.remove());

  const fault = (more: object = {}) =>
    `new Fault("a", ${JSON.stringify({ name: "a", ...more })}, { provider: probe("one") });`;

  function nothingIsLeft(project: ProbeProject) {
    expect(project.providers()).toEqual([]);
    expect(project.leftovers()).toEqual([]);
  }

  /** Interrupts coco until it ends: the first signal waits for running calls, the second one asks the provider to stop. */
  async function interrupted({ child, finished }: StartedCoco, signal: NodeJS.Signals) {
    child.kill(signal);
    const again = setInterval(() => child.kill(signal), 500);
    return finished.finally(() => clearInterval(again));
  }

  test("one for each configuration, and none is left after any command", async () => {
    const things = `for (const name of ["one", "two", "three"]) {
      const provider = probe(name);
      for (const each of ["a", "b"]) new Thing(name + each, { name: each }, { provider });
    }`;
    const project = projects.project(things);
    for (const [words, starts] of [
      [["plan"], 3],
      [["apply", "--yes"], 3],
      [["plan"], 3],
      [["refresh", "--yes"], 3],
      [["destroy", "--yes"], 3],
    ] as const) {
      const before = project.starts().length;
      const { status, errors } = await project.coco(...words);
      expect([words, status, errors]).toEqual([words, 0, ""]);
      expect([words, project.starts().length - before]).toEqual([words, starts]);
      nothingIsLeft(project);
    }
    expect(project.calls().filter((line) => line === "configure probe marker=two")).toHaveLength(5);
  });

  test.each([
    ["a failed plan", fault({ fault: "error", on: "plan" })],
    ["a failed create", fault({ fault: "error" })],
    [
      "a refused configuration",
      `new Thing("a", { name: "a" }, { provider: probe("one", { region: "invalid" }) });`,
    ],
    [
      "a configuration that fails",
      `new Thing("a", { name: "a" }, { provider: new Probe("one", { folder: "/missing/folder" }) });`,
    ],
    ["a wrong input", `new Thing("a", { nome: "a" }, { provider: probe("one") });`],
    ["a program that throws", `${fault()}\nthrow new Error("wrong");`],
  ])("none is left after %s", async (_, main) => {
    const project = projects.project(main);
    const { status } = await project.coco("apply", "--yes");
    expect(status).toBe(1);
    nothingIsLeft(project);
  });

  test("none is left if the output is closed", async () => {
    const project = projects.project(
      `for (let i = 0; i < 50; i++) new Thing("t" + i, { name: "t" + i }, { provider: i === 0 ? (globalThis.p = probe("one")) : globalThis.p });`,
    );
    const run = project.start("plan");
    run.child.stdout!.once("data", () => run.child.stdout!.destroy());
    await run.finished;
    nothingIsLeft(project);
  });

  test.each(["SIGINT", "SIGTERM"] as const)("%s stops a provider that obeys", async (signal) => {
    const project = projects.project(fault({ fault: "slow" }));
    const run = project.start("apply", "--yes");
    await project.called("wait");
    const { output } = await interrupted(run, signal);
    expect(output).toMatch(/uncertain\s+tf_probe:probe_fault a/);
    expect(project.effects()).toEqual([]);
    nothingIsLeft(project);
  });

  test.each([
    ["framework", { ignore_stop: true }],
    ["sdk", {}],
  ] as const)("a provider that ignores that it is stopped is killed (%s)", async (probe, more) => {
    const project = projects.project(fault({ fault: "slow", ...more }), probe);
    const run = project.start("apply", "--yes");
    await project.called("wait");
    const [provider] = project.providers();
    expect((await interrupted(run, "SIGINT")).output).toContain("uncertain");
    expect(isRunning(provider!)).toBe(false);
    const { errors, status } = await project.coco("apply", "--yes");
    expect([status, errors]).toEqual([4, expect.stringContaining("engine/uncertain")]);
    nothingIsLeft(project);
  });

  test("an orphan of a killed run is ended by the next command", async () => {
    const project = projects.project(fault({ fault: "slow", ignore_stop: true }));
    const run = project.start("apply", "--yes");
    await project.called("wait");
    const [orphan] = project.providers();
    run.child.kill("SIGKILL");
    await run.finished;
    expect(isRunning(orphan!)).toBe(true);
    await project.coco("plan");
    expect(isRunning(orphan!)).toBe(false);
    nothingIsLeft(project);
    expect(project.effects()).toEqual([]);
  });

  test.each(["framework", "sdk"] as const)("2 MB on stdout and stderr do not block (%s)", async (probe) => {
    const project = projects.project(fault({ fault: "print" }), probe);
    const { status, output } = await project.coco("apply", "--yes");
    expect(status).toBe(0);
    expect(output).not.toContain("xxxxx");
    nothingIsLeft(project);
  });

  test("at most ten calls at once", async () => {
    const main = `const provider = probe("one");
      for (let i = 0; i < 30; i++) new Fault("f" + i, { name: "f" + i, fault: "slow", wait_for: "go" }, { provider });`;
    const project = projects.project(main);
    const run = project.start("apply", "--yes", "--parallel", "100");
    const waits = () => project.calls().filter((line) => line.startsWith("wait")).length;
    await until(() => waits() >= 10);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(waits()).toBe(10);
    project.files.write({ go: "" });
    expect((await run.finished).status).toBe(0);
    expect(project.objects().size).toBe(30);
  });

  test("a path with spaces, and the project as its working folder", async () => {
    const project = projects.project(fault({ fault: "slow", wait_for: "go" }));
    mkdirSync(project.files.path("my providers"));
    symlinkSync("../bin/terraform-provider-probe_v1.2.3", project.files.path("my providers/the probe"));
    project.files.write({
      go: "",
      "coconut.json": JSON.stringify({
        name: "shop",
        main: "main.js",
        packages: { tf_probe: { terraform: "./my providers/the probe" } },
      }),
    });
    const { status, errors } = await project.coco("apply", "--yes");
    expect([status, errors]).toEqual([0, ""]);
  });

  const packages = (tf: object) => JSON.stringify({ name: "shop", main: "main.js", packages: tf });
  const path = "bin/terraform-provider-probe_v1.2.3";
  const wrong: readonly [string, (project: ProbeProject) => void, readonly string[]][] = [
    [
      "is neither a path nor an address",
      ({ files }) => files.write({ "coconut.json": packages({ tf_probe: { terraform: "the probe" } }) }),
      ["provider/terraform-source", "contains a space"],
    ],
    ["is gone", ({ files }) => rmSync(files.path(path)), ["provider/child-start", "ENOENT"]],
    [
      "is not executable",
      ({ files }) => chmodSync(files.path(path), 0o644),
      ["provider/child-start", "chmod +x"],
    ],
    ["is a text", ({ files }) => files.write({ [path]: "hello, this is a text\n" }), ["is not a program"]],
    [
      "is a folder",
      ({ files }) => {
        rmSync(files.path(path));
        mkdirSync(files.path(path));
      },
      ["provider/child-start"],
    ],
    [
      "exits",
      (project) => project.wrap("echo out of order >&2; exit 7"),
      ["exited with code 7", "out of order"],
    ],
    [
      "is another program",
      (project) => project.wrap("echo hello"),
      ["not a handshake", "is a provider for Terraform"],
    ],
    [
      "is too old",
      (project) => project.wrap("echo '1|4|unix|/tmp/s|netrpc'; sleep 600"),
      ["newer version of the provider"],
    ],
    [
      "only knows protocol 4",
      (project) => project.wrap("echo '1|4|unix|/tmp/s|grpc|'; sleep 600"),
      ["version 4 of the provider protocol"],
    ],
    [
      "does not listen",
      (project) => project.wrap("echo '1|6|unix|/tmp/no-such-socket|grpc|'; sleep 600"),
      ["provider/"],
    ],
  ];
  test.each(wrong)("a program that %s, between two runs", async (_, breakIt, said) => {
    const project = projects.project(fault());
    expect((await project.coco("apply", "--yes")).status).toBe(0);
    breakIt(project);
    const { status, errors } = await project.coco("plan");
    expect(status).toBe(1);
    for (const text of said) expect(errors).toContain(text);
    expect(errors).not.toContain("This is a bug in Coconut");
    nothingIsLeft(project);
    expect(project.objects().size).toBe(1);
  });

  test("a provider that coconut.json no longer names", async () => {
    const project = projects.project(fault());
    expect((await project.coco("apply", "--yes")).status).toBe(0);
    project.program("");
    project.files.write({ "coconut.json": packages({}) });
    const { status, errors } = await project.coco("apply", "--yes");
    expect([status, errors]).toEqual([1, expect.stringContaining("provider/terraform-not-named")]);
    expect(project.objects().size).toBe(1);
    nothingIsLeft(project);
  });
});

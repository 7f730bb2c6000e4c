import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { awkwardCanary, canary } from "../secrets/canary.js";
import { leakText, WatchedProject } from "../secrets/watched-project.js";
import { BuiltPackage, type Finished } from "../support/built-package.js";
import { providerBinary, withoutGo } from "./providers/provider-binaries.js";

// Secrets that a real Terraform provider gets, returns, prints and dies with, in everything that can be read of a stack.

const secrets: ReadonlyMap<string, string> = new Map(
  [
    "token",
    "shared",
    "shared 2",
    "write-only",
    "plain write-only",
    "value",
    "drifted",
    "ephemeral",
    "config",
  ].map((place) => [place, canary(`terraform ${place}`)]),
);
const all = new Map([...secrets, ["thing", awkwardCanary("terraform thing")]]);

const main = `
import { readFileSync } from "node:fs";
import * as coconut from "@coconut/coconut";
import * as terraform from "@coconut/coconut/terraform";
const read = (file) => JSON.parse(readFileSync(file, "utf8"));
const secrets = read(process.env.WORLD + "/secrets.json");
const stage = read("stage.json");
const Probe = terraform.provider("probe");
const provider = new Probe("p", { folder: process.env.WORLD + "/cloud", token: secrets.token, marker: "m" });
const Secret = terraform.resource("probe_secret");
const Thing = terraform.resource("probe_thing");
const Fault = terraform.resource("probe_fault");
const opened = coconut.invokeOutput(terraform.ephemeralResource("probe_token"), { name: secrets.ephemeral }, { provider });
const a = new Secret("a", { name: "a", passwordWo: coconut.secret(secrets["write-only"]), passwordWoVersion: stage.round,
  shared: secrets[stage.round === 1 ? "shared" : "shared 2"] }, { provider });
new Secret("b", { name: "b", passwordWo: secrets["plain write-only"], passwordWoVersion: stage.round }, { provider });
new Secret("c", { name: "c", passwordWo: opened.apply(({ token }) => token), passwordWoVersion: stage.round }, { provider });
new Thing("t", { name: coconut.secret(secrets.thing) }, { provider });
new Thing("u", { name: new coconut.Config().requireSecret("word") }, { provider });
new Fault("f", { name: "f", value: coconut.secret(secrets.value), ...stage.fault }, { provider });
export const token = a.token;
export const shared = a.shared;
`;

describe.skipIf(withoutGo !== undefined).sequential("no secret is seen", { timeout: 300_000 }, () => {
  const built = new BuiltPackage();
  const manifest = {
    name: "shop",
    main: "main.js",
    packages: { tf_probe: { terraform: providerBinary("framework") } },
  };
  const project = new WatchedProject(
    built,
    { "main.js": main, "coconut.json": JSON.stringify(manifest) },
    { arguments: /^$/, environment: /^$/ },
  );
  const cloud = join(project.world, "cloud");

  beforeAll(() => {
    mkdirSync(cloud);
    writeFileSync(join(project.world, "secrets.json"), JSON.stringify(Object.fromEntries(all)));
    for (const [place, secret] of all) project.scanner.add(place, secret);
  });
  afterAll(() => {
    project.remove();
    built.remove();
  });

  const stage = (round: number, fault: object = {}) =>
    project.files.write({ "stage.json": JSON.stringify({ round, fault }) });

  async function succeeds(...words: Parameters<WatchedProject["coco"]>): Promise<Finished> {
    const finished = await project.coco(...words);
    if (finished.status !== 0) throw new Error(`It ended with ${finished.status}: ${finished.errors}`);
    return finished;
  }

  const nothingLeaked = () => expect(project.leaks.map(leakText)).toEqual([]);

  const cloudText = () =>
    readdirSync(cloud, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".json"))
      .map((file) => readFileSync(join(cloud, file), "utf8"))
      .join("\n");

  test("in plans and plan files", async () => {
    stage(1);
    await succeeds({ input: all.get("config")! }, "config", "set", "word", "--secret");
    await succeeds({ as: "plan text" }, "plan", "-v");
    await succeeds("plan", "--json");
    await succeeds({ as: "graph" }, "graph", "--format", "json");
    await succeeds("plan", "--out", project.files.path("first.plan"));
    nothingLeaked();
  });

  test("when a plan file is applied, though the provider gets all of them", async () => {
    await succeeds("apply", project.files.path("first.plan"), "--events");
    const arrived = ["token", "shared", "write-only", "plain write-only", "value", "config", "ephemeral"];
    const text = cloudText();
    expect(arrived.filter((place) => !text.includes(all.get(place)!))).toEqual([]);
    nothingLeaked();
  });

  test("by commands that look", async () => {
    for (const words of [
      ["output"],
      ["state", "show", "a"],
      ["state", "show", "f", "--json"],
      ["stack", "history", "-v"],
    ])
      await succeeds({ as: "state commands" }, words[0]!, ...words.slice(1));
    await succeeds({ as: "plan text" }, "explain", "a");
    await succeeds({ as: "export" }, "stack", "export");
    const { output } = await succeeds(
      { reveals: ["token", "shared", "value", "config", "thing"] },
      "stack",
      "export",
      "--show-secrets",
    );
    expect(output).not.toContain(all.get("write-only"));
    nothingLeaked();
  });

  test("of computed values that changed, and of new inputs", async () => {
    const folder = join(cloud, "probe_secret");
    for (const file of readdirSync(folder).map((name) => join(folder, name))) {
      const object = JSON.parse(readFileSync(file, "utf8")) as { state: object };
      writeFileSync(
        file,
        JSON.stringify({ ...object, state: { ...object.state, token: all.get("drifted") } }),
      );
    }
    stage(2);
    await succeeds({ as: "plan text" }, "plan", "-v");
    await succeeds("refresh", "--yes", "--events");
    await succeeds("apply", "--yes", "-v");
    expect(cloudText()).toContain(all.get("shared 2"));
    nothingLeaked();
  });

  test.each([
    ["an error", "tell_error", "Rejected"],
    ["a panic", "tell_panic", "panic: cannot handle"],
  ])("in %s of the provider", async (_, fault, said) => {
    for (const on of ["plan", "update"]) {
      stage(2, { fault, on });
      const { errors, status } = await project.coco({ as: "crash" }, "apply", "--yes", "-v");
      expect([status, errors]).toEqual([1, expect.stringContaining(said)]);
      expect(errors).toContain("token=[secret]");
      expect(errors).toContain("[secret]");
      nothingLeaked();
    }
    stage(2);
    await succeeds("apply", "--yes");
  });

  test.each([[[]], [["--events"]], [["--json"]]])(
    "in log lines and warnings of the provider %j",
    async (face) => {
      stage(2, { fault: "tell_log", on: "update", wait_ms: face.length + face.join("").length });
      const environment = { TF_LOG: "trace" };
      const { output, errors } = await succeeds({ environment }, "apply", "--yes", "-v", ...face);
      if (!face.includes("--json")) expect(output + errors).toContain("[secret]");
      nothingLeaked();
    },
  );

  test("after a kill of coco", async () => {
    stage(2, { fault: "slow", on: "update", wait_ms: 600_000 });
    const { child, finished } = project.start("apply", "--yes", "--events");
    while (!readFileSync(join(cloud, "calls.log"), "utf8").includes("wait probe_fault"))
      await new Promise((resolve) => setTimeout(resolve, 50));
    child.kill("SIGKILL");
    await finished;
    project.lookAtAllFiles("a kill");
    nothingLeaked();
    stage(2);
    await succeeds("apply", "--yes", "-v");
    nothingLeaked();
  });

  test("at the end", async () => {
    await succeeds("destroy", "--yes", "-v");
    project.lookAtAllFiles("the end");
    nothingLeaked();
    expect([...project.started]).toContain("terraform-provider-probe");
  });
});

import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BuiltPackage, type Finished } from "../support/built-package.js";
import { isFullProof, proved } from "../support/proof.js";
import { canary } from "./canary.js";
import { absentChannels, channels, type Channel } from "./channels.js";
import { dataKeysOf, keysIn } from "./keys-of.js";
import { secretsByPlace } from "./places.js";
import { projectFiles } from "./project-files.js";
import { forms, spelled, type Form } from "./spellings.js";
import { leakText, WatchedProject } from "./watched-project.js";

const faces: readonly (readonly [name: string, ...words: readonly string[]])[] = isFullProof
  ? [["text"], ["one document", "--json"], ["events", "--events"]]
  : [["text"]];

const built = new BuiltPackage();
const project = new WatchedProject(built, projectFiles, {
  arguments: /^process command/,
  environment: /^(command|process) environment/,
});

beforeAll(() => {
  for (const [place, secret] of secretsByPlace) project.scanner.add(place, secret);
});
afterAll(() => {
  proved("secrets", {
    canaries: project.scanner.secrets,
    forms: forms.length,
    channels: project.scanned.size,
    channelsThatDoNotApply: Object.keys(absentChannels).length,
    scannedBytes: project.scanner.scannedBytes,
    found: project.leaks.length,
  });
  project.remove();
  built.remove();
});

function stage(asked: object): void {
  project.files.write({ "stage.json": JSON.stringify(asked) });
}

async function succeeds(...words: Parameters<WatchedProject["coco"]>): Promise<Finished> {
  const finished = await project.coco(...words);
  if (finished.status !== 0) throw new Error(`It ended with ${finished.status}: ${finished.errors}`);
  return finished;
}

/** Nothing was found so far, where it must not be. */
function nothingLeaked(): void {
  expect(project.leaks.map(leakText)).toEqual([]);
}

/** What the provider and the scripts were given, in the open. */
function arrived(): string {
  return readdirSync(project.world)
    .map((file) => readFileSync(join(project.world, file), "utf8"))
    .join("\n");
}

function expectArrived(...places: readonly string[]): void {
  const text = arrived();
  // Those within JSON that is itself a text.
  const spellings: readonly Form[] = ["raw", "JSON", "JSON in JSON"];
  const isThere = (secret: string) =>
    spellings.some((form) => text.includes(spelled(Buffer.from(secret), form).toString()));
  expect(places.filter((place) => !isThere(secretsByPlace.get(place)!))).toEqual([]);
}

function placesOf(round: number): readonly string[] {
  const elsewhere = new Set([
    `output ${round}`,
    `problem ${round}`,
    `awkward output ${round}`,
    `trigger ${round}`,
  ]);
  return [...secretsByPlace.keys()].filter(
    (place) => place.endsWith(` ${round}`) && !/^(made|extra)/.test(place) && !elsewhere.has(place),
  );
}

describe.sequential("no secret is seen", { timeout: 300_000 }, () => {
  test("of configuration that is set", async () => {
    await succeeds({ input: canary("config old") }, "config", "set", "word", "--secret");
    await succeeds({ input: canary("config") }, "config", "set", "word");
    const credential = secretsByPlace.get("config credential")!;
    await succeeds({ input: credential }, "config", "set", "vault:token", "--secret");
    await succeeds({ as: "state commands" }, "config", "ls");
    await succeeds({ reveals: ["config"] }, "config", "get", "word", "--reveal");
    nothingLeaked();
  });

  test("in plans, explanations, pictures and plan files", async () => {
    stage({});
    await succeeds({ as: "plan text" }, "plan", "-v");
    await succeeds("plan", "--json");
    if (isFullProof) await succeeds("plan", "--events");
    await succeeds({ as: "plan text" }, "explain", "main");
    for (const format of isFullProof ? ["text", "dot", "mermaid", "json", "svg"] : ["svg"])
      await succeeds({ as: "graph" }, "graph", "--format", format);
    await succeeds("plan", "--out", project.files.path("first.plan"));
    nothingLeaked();
  });

  test("when a plan file is applied, though the provider is given all of them", async () => {
    await succeeds("apply", project.files.path("first.plan"));
    expectArrived(...placesOf(1), "config", "config credential", "revealed", "short");
    nothingLeaked();
  });

  test("not even of keys", () => {
    const keys = keysIn(join(project.home, ".config/coconut/keys"));
    const dataKeys = dataKeysOf(project.files.path(".coconut/dev.db"), keys);
    expect([keys.length, dataKeys.length]).toEqual([1, 1]);
    project.scanner.add("key file", keys[0]!);
    project.scanner.add("data key", dataKeys[0]!.bytes);
    project.lookAtAllFiles("adding keys");
    nothingLeaked();
  });

  test("by commands that look, unless they are asked to", async () => {
    await succeeds({ as: "state commands" }, "output");
    await succeeds({ as: "state commands" }, "output", "--json");
    const shown = ["output 1", "awkward output 1", "made output first 1", "extra output first 1"];
    const { output } = await succeeds(
      { reveals: shown, as: "state commands" },
      "output",
      "--reveal",
      "--json",
    );
    const { outputs } = JSON.parse(output) as { outputs: { login: string } };
    project.scanner.add("password", outputs.login);
    project.lookAtAllFiles("adding the password");
    await succeeds({ as: "state commands" }, "state", "show", "main");
    await succeeds({ as: "state commands" }, "state", "show", "script", "--json");
    await succeeds({ as: "state commands" }, "stack", "history", "-v");
    if (isFullProof) await succeeds({ as: "state commands" }, "state", "verify");
    await succeeds({ as: "export" }, "stack", "export");
    // What is write-only or ephemeral is not stored: not even whoever may see all secrets finds it.
    const unstored = new Set(["pin 1", "ephemeral 1", "session 1", "lease 1"]);
    const stored = placesOf(1).filter((place) => !unstored.has(place));
    const all = [...stored, ...shown, "trigger 1", "config", "revealed", "short", "password"];
    await succeeds({ reveals: all }, "stack", "export", "--show-secrets");
    await succeeds({ as: "logs" }, "logs");
    if (isFullProof) await succeeds({ as: "logs" }, "logs", "main", "--json");
    await succeeds({ as: "logs" }, "stats");
    await project.coco({ as: "doctor" }, "doctor", "-v");
    await project.coco({ as: "doctor" }, "__complete", "bash", "2", "coco output ");
    nothingLeaked();
  });

  test("of old values, when they change, on a terminal", async () => {
    stage({ round: 2 });
    await succeeds({ as: "plan text" }, "plan", "-v");
    const terminal = project.terminal("apply", "--yes", "-v");
    expect(await terminal.ended).toBe(0);
    project.look("terminal", terminal.output, "apply on a terminal");
    project.lookAtFiles("apply on a terminal");
    expectArrived(...placesOf(2));
    nothingLeaked();
  });

  test("of what moved in the world", async () => {
    const file = join(project.world, "first.json");
    const box = JSON.parse(readFileSync(file, "utf8")) as object;
    writeFileSync(file, JSON.stringify({ ...box, text: canary("drifted") }));
    await succeeds({ as: "plan text" }, "plan", "-v");
    if (isFullProof) await succeeds({ as: "plan text" }, "explain", "main", "--json");
    await succeeds("refresh", "--yes", "--events");
    nothingLeaked();
  });

  test("when something is replaced", async () => {
    stage({ round: 3, label: "second" });
    await succeeds("apply", "--yes", "--events");
    expectArrived(...placesOf(3));
    nothingLeaked();
  });

  test("when something is imported and renamed", async () => {
    const taken = { label: "taken", count: 1, token: canary("imported") };
    writeFileSync(join(project.world, "taken.json"), JSON.stringify(taken));
    const { output } = await succeeds("import", "vault:index:Box", "taken", "taken");
    expect(output).toContain("token");
    await succeeds("rename", "taken", "called-otherwise");
    await succeeds("state", "unprotect", "called-otherwise");
    await succeeds("state", "rm", "called-otherwise", "--yes");
    nothingLeaked();
  });

  test.each(faces)("in what goes wrong over one, told as %s", async (_, ...face) => {
    stage({ round: 3, label: "second", problems: Object.keys(problems) });
    const environment = { GITHUB_ACTIONS: "true" };
    const words = ["plan", "--no-refresh", ...face];
    const { status, errors } = await project.coco({ environment, as: "annotations" }, ...words);
    expect(status).toBe(1);
    nothingLeaked();
    if (face.length > 0) return;
    expect(Object.entries(problems).filter(([, said]) => !errors.includes(said))).toEqual([]);
  });

  test.each(["floating promise", "timer"])("in an error that nobody catches, from a %s", async (problem) => {
    stage({ round: 3, label: "second", problems: [problem] });
    const { status, errors } = await project.coco({ as: "crash" }, "plan", "--no-refresh");
    expect([status, errors]).toEqual([1, expect.stringContaining("program/uncaught")]);
    expect(errors).toMatch(/no code (?:awaits|could catch it): .*\[secret\]/);
    nothingLeaked();
  });

  test.each(faces)("in what a provider says of old and new values, told as %s", async (_, ...face) => {
    const words = ["apply", "--yes", "-v", "-t", "main", "-t", "short", "--continue-on-error", ...face];
    stage({ round: 4, label: "second", mood: "talks" });
    const talked = await project.coco({}, ...words);
    stage({ round: 1, label: "second", mood: "throws" });
    const thrown = await project.coco({}, ...words);
    expect([talked.status, thrown.status]).toEqual([0, 1]);
    const said = face.length > 0 ? talked.output + thrown.output : talked.output + thrown.errors;
    expect(said.match(/\[secret\] \| \[secret\] \| \[secret\]/g)?.length).toBeGreaterThan(50);
    nothingLeaked();
  });

  test("after a kill, in what it leaves, in a copy of that, and by who goes on", async () => {
    stage({ round: 4, label: "stuck", mood: "gets stuck" });
    const { child, finished } = project.start("apply", "--yes", "--events", "-t", "main");
    await until(() => readdirSync(project.world).includes("stuck"));
    const copy = project.files.path("copy");
    mkdirSync(copy);
    for (const file of readdirSync(project.files.path(".coconut")).filter((name) =>
      name.startsWith("dev.db"),
    ))
      copyFileSync(project.files.path(`.coconut/${file}`), join(copy, file));
    for (const file of readdirSync(copy))
      project.look("backup", readFileSync(join(copy, file)), `copy of ${file}`);
    child.kill("SIGKILL");
    await finished;
    project.lookAtFiles("a kill");
    expectArrived("top 4", "awkward json 4");
    stage({ round: 4, label: "second" });
    await succeeds("plan", "-v");
    await succeeds("apply", "--yes");
    nothingLeaked();
  });

  test("while keys are changed, and of the passphrase", async () => {
    await succeeds({ as: "state commands" }, "secrets", "rotate");
    const passphrase = secretsByPlace.get("passphrase")!;
    const byPassphrase = ["secrets", "rewrap", "--by", "passphrase"];
    await succeeds({ environment: { COCONUT_NEW_PASSPHRASE: passphrase } }, ...byPassphrase);
    // Something else to compile.
    project.files.write({ "main.ts": `${projectFiles["main.ts"]}\nexport const more = 1;\n` });
    project.started.clear();
    stage({ round: 4, label: "second", has: ["process"] });
    const environment = { COCONUT_PASSPHRASE: passphrase };
    await succeeds({ environment }, "apply", "--yes", "--replace", "script");
    expect([...project.started]).toEqual(expect.arrayContaining(["esbuild", "sh", "node"]));
    const wrong = await project.coco({ environment: { COCONUT_PASSPHRASE: `${passphrase}?` } }, "plan");
    expect(wrong.errors).toContain("store/key-wrong");
    await succeeds({ environment, as: "logs" }, "logs", "process");
    await succeeds({ environment }, "secrets", "rewrap", "--by", "key-file");
    nothingLeaked();
  });

  test("of another stack, whose outputs are read", async () => {
    stage({ round: 1, label: "other", has: ["reference"] });
    await succeeds({ input: canary("config") }, "config", "set", "word", "--secret", "-s", "other");
    await succeeds("apply", "--yes", "--json", "-s", "other", "-t", "borrower");
    expectArrived("awkward output 4");
    nothingLeaked();
  });

  test("while files are watched", async () => {
    stage({ round: 3, label: "second" });
    const { child, finished } = project.start({ as: "watch" }, "watch");
    let said = "";
    child.stdout!.on("data", (text: Buffer) => (said += text.toString()));
    await until(() => said.includes("Plan:"));
    child.kill("SIGINT");
    await finished;
    nothingLeaked();
  });

  test("unless it is a secret no more", async () => {
    stage({ round: 4, label: "second", isRevealed: true });
    await succeeds({ as: "plan text" }, "plan", "-v");
    nothingLeaked();
    project.isSecretNoMore("revealed");
    await succeeds("apply", "--yes", "-t", "main");
    await succeeds({ reveals: ["revealed"] }, "state", "show", "main");
  });

  test("at the end", async () => {
    await succeeds("destroy", "--yes", "-v");
    project.lookAtAllFiles("the end");
    nothingLeaked();
    const silent = Object.keys(channels).filter((channel) => !project.scanned.get(channel as Channel));
    expect(silent, "channels in which nothing was to be seen at all").toEqual([]);
    expect([...project.temporaryFiles], "files that were made in TMPDIR").toEqual([]);
  });
});

/** What goes wrong over a secret, and what is said of it. */
const problems = {
  callback: "program/callback-failed",
  "inner callback": "program/callback-failed",
  "not a value": "sdk/not-a-value",
  "name twice": "sdk/duplicate-urn",
  schema: "checked of vault:index:Box is invalid",
  "schema inside": 'resource vault:index:Box "schema-inside"',
  "wrong type": "count of vault:index:Box is invalid",
  "wrong setting": "provider/invalid-setting",
  function:
    "provider/hook-failed: Provider threw an error\n  The error text is not shown because it may contain a secret.",
  "function inside":
    "provider/hook-failed: Provider threw an error\n  The error text is not shown because it may contain a secret.",
  connect: "connect of the provider vault",
  "asset path": 'resource vault:index:Box "asset-path"',
  "archive path": 'resource vault:index:Box "archive-path"',
  "remote asset": 'resource vault:index:Box "remote"',
  json: "program/callback-failed",
  validate: 'resource vault:index:Box "validate"',
  "throw in validate": "validate of vault:index:Box",
};

async function until(holds: () => boolean): Promise<void> {
  for (let waitedMs = 0; !holds(); waitedMs += 20) {
    if (waitedMs > 20_000) throw new Error("Time passed.");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

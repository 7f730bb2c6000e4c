import { existsSync, linkSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { refusal } from "../../src/store/conformance/index.js";
import { openStore, systemPorts } from "../../src/store/internal.js";
import { CocoProjects, type CocoProject } from "../cli/coco-projects.js";
import { openIn, portsIn, request, temporaryFolder } from "../store/temporary-folder.js";
import { inGuise } from "./guise.js";
import { buildPuppet, Puppet } from "./puppet.js";

beforeAll(buildPuppet);
const projects = new CocoProjects();
afterAll(() => projects.remove());

/** What a process in another container sees of this machine: the files, and none of the processes. */
const container = { host: "c1", seen: "none" } as const;

/** A create that opens and closes files while the run goes on, and then waits until it may go on. */
const slow = (opens: readonly string[]) => `
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { defineProvider } from "@coconut/coconut/provider";
import * as v from "valibot";

export const slow = defineProvider({ package: "slow", version: "1.0.0" });

export const Slow = slow.resource("index:Slow", {
  inputs: { after: v.optional(v.any()) },
  outputs: { name: v.string() },
  create: async () => {
    for (const file of ${JSON.stringify(opens)}) readFileSync(file);
    writeFileSync("called", "");
    while (!existsSync("go on")) await setTimeout(10);
    return { id: "slow", outputs: { name: "slow" } };
  },
  read: async ({ id }) => ({ name: id }),
  update: async ({ id }) => ({ name: id }),
  delete: async () => {},
  find: async () => [],
});
`;

async function isCalled({ files }: CocoProject): Promise<void> {
  await vi.waitFor(() => expect(existsSync(files.path("called"))).toBe(true), 60_000);
}

test("an archive of a folder that holds the store leaves the state files out, and the run keeps its locks", async () => {
  const main = `
    import { asset } from "@coconut/coconut";
    import { Directory } from "@coconut/coconut/local";
    import { Slow } from "./slow.js";
    const site = new Directory("site", { path: "out", source: new asset.FileArchive("site") });
    new Slow("slow", { after: site.sha256 });
  `;
  const project = projects.project(main, {
    "slow.ts": slow([]),
    "coconut.json": `{ "name": "shop", "store": "sqlite:site/state" }`,
    "site/page.html": "<h1>Hello</h1>",
  });
  const { files } = project;
  const applying = project.start("apply", "--yes");
  await isCalled(project);
  // The last process that closes a database takes its journal away, if it sees no lock of another.
  const listed = await project.coco("state", "ls");
  expect(listed.status).toBe(0);
  const refused = await project.coco("apply", "--yes");
  expect(refused.status).toBe(3);
  writeFileSync(files.path("go on"), "");
  const { status, output, errors } = await applying.finished;
  expect(errors + output).toContain("Done.");
  expect(status).toBe(0);
  expect(readdirSync(files.path("out"), { recursive: true })).toEqual(["page.html"]);
  const planned = await project.coco("plan");
  expect(planned.output).toContain("2 unchanged");
});

test.each([".coconut/dev.db", ".coconut/../.coconut/dev.db-wal", "other name"])(
  "an asset of the state file %s is refused, and so is a provider that would read it",
  async (path) => {
    const main = (use: string) => `
      import * as coconut from "@coconut/coconut";
      import { File, readFile } from "@coconut/coconut/local";
      ${use}
    `;
    const asset = `new File("copy", { path: "copy", source: new coconut.asset.FileAsset(${JSON.stringify(path)}) });`;
    const project = projects.project(main(`new File("note", { path: "note", content: "Hello" });`));
    const { files } = project;
    expect((await project.coco("apply", "--yes")).status).toBe(0);
    linkSync(files.path(".coconut/dev.db"), files.path("other name"));
    files.write({ "main.ts": main(asset) });
    const refused = await project.coco("apply", "--yes");
    expect(refused.output + refused.errors).toContain("asset/state-file");
    expect(refused.status).toBe(1);
    files.write({
      "main.ts": main(
        `export const text = await coconut.invoke(readFile, { path: ${JSON.stringify(path)} });`,
      ),
    });
    const invoked = await project.coco("apply", "--yes");
    expect(invoked.output + invoked.errors).toContain("contains the state of a stack");
    expect(invoked.status).toBe(1);
    files.write({
      "main.ts": main(
        `new File("over", { path: ${JSON.stringify(path)}, content: "Hello", overwrite: true });`,
      ),
    });
    const over = await project.coco("apply", "--yes");
    expect(over.output + over.errors).toContain("contains the state of a stack");
    expect(over.status).toBe(1);
    const verified = await project.coco("state", "verify");
    expect(verified.errors + verified.output).toContain("State is intact.");
  },
);

test("a run whose lock file was opened and closed by its own process is alive to all others until it dies", async () => {
  const folder = temporaryFolder();
  const holder = await Puppet.start(folder, container);
  const { runId } = await holder.does("begin");
  await holder.tell({ kind: "open-and-close", file: "dev.db-lock" });
  const stack = await openIn(folder, inGuise(portsIn(folder), { seen: "none" }));
  expect(await refusal(stack.begin(request), "store/locked")).toContain(runId!);
  expect((await stack.read()).holder?.runId).toBe(runId);
  await holder.stop();
  expect(await refusal(stack.begin(request), "store/locked")).toContain(runId!);
  holder.goOn();
  await holder.counts(1);
  await holder.kill();
  const run = await stack.begin(request);
  expect(run.tookOver?.runId).toBe(runId);
  await run.end("succeeded", {});
});

test("an apply whose program opens and closes the state files is not taken over from a container", async () => {
  const main = `import { Slow } from "./slow.js";\nnew Slow("slow", {});\n`;
  const opened = [".coconut/dev.db-lock", ".coconut/dev.db"];
  const project = projects.project(main, { "slow.ts": slow(opened) });
  const { files } = project;
  const applying = project.start("apply", "--yes");
  await isCalled(project);
  const ports = systemPorts({ COCONUT_KEY_FILE: join(projects.built.folder, "key") });
  const store = await openStore(`sqlite:${files.path(".coconut")}`, inGuise(ports, container));
  const stack = await store.open({ project: "shop", name: "dev" }, { create: false });
  await refusal(stack.begin(request), "store/locked");
  writeFileSync(files.path("go on"), "");
  const { status, output, errors } = await applying.finished;
  await stack.close();
  expect(errors + output).toContain("Done.");
  expect(status).toBe(0);
  expect((await project.coco("state", "verify")).status).toBe(0);
});

test("no command writes its file over the state of a stack", async () => {
  const project = projects.project(
    `import { File } from "@coconut/coconut/local";\nnew File("note", { path: "note", content: "" });\n`,
  );
  for (const stack of ["dev", "prod"]) await project.coco("apply", "--yes", "-s", stack);
  symlinkSync("prod.db", project.files.path(".coconut/link"));
  for (const file of ["dev.db", "prod.db-lock", "link"]) {
    const path = project.files.path(join(".coconut", file));
    for (const command of [["stack", "export"], ["plan"]]) {
      const refused = await project.coco(...command, "--out", path);
      expect(refused.errors).toContain("cannot be written: it is a state file of a stack");
      expect(refused.status).toBe(64);
    }
  }
  for (const stack of ["dev", "prod"])
    expect((await project.coco("state", "verify", "-s", stack)).status).toBe(0);
});

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, utimesSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test, vi } from "vitest";
import type { Started } from "../support/built-package.js";
import { CocoProjects, imports, type CocoProject } from "./coco-projects.js";

// Many processes, one after the other.
vi.setConfig({ testTimeout: 120_000 });
const projects = new CocoProjects();
const started: (() => void)[] = [];
afterAll(() => {
  for (const stop of started) stop();
  projects.remove();
});

function begin(shop: CocoProject, ...parameters: readonly string[]): Started {
  const process = shop.start(...parameters);
  started.push(() => process.kill("SIGKILL"));
  return process;
}

function beginAtTerminal(shop: CocoProject, columns: number, ...parameters: readonly string[]) {
  const terminal = shop.terminal({ columns }, ...parameters);
  started.push(() => terminal.close());
  return terminal;
}

const ctrlC = "\u0003";

/** A program with a box that is called so, and a line that says so. */
const boxed = (label: string, more = "") => `${imports}${more}
new Box("box", { label: "${label}" });
console.log("program of ${label}");
`;

/** Longer than a save takes to be noticed: for showing that something is not. */
const aWhile = 700;

async function isThere(file: string): Promise<void> {
  while (!existsSync(file)) await sleep(20);
}

/** Ends a watch that waits, and answers with what each round printed. */
async function roundsOf(watch: Started): Promise<readonly string[]> {
  watch.kill("SIGINT");
  const { status, output } = await watch.finished;
  expect(status).toBe(0);
  return output.split(/^--- /m).slice(1);
}

/** Until the round that printed this text waits for the next save. */
async function waits(watch: Started, text: string): Promise<void> {
  await watch.said(text);
  await watch.saidAfter(text, "Press Ctrl-C to stop.");
}

describe.concurrent("coco watch", () => {
  test("watches the project of a subfolder", async () => {
    const shop = projects.project(boxed("one"), { "src/deep/word.ts": "" });
    const watch = shop.files.startNode(projects.command, "watch", "-C", "src/deep");
    started.push(() => watch.kill("SIGKILL"));
    await waits(watch, "program of one");
    shop.files.write({ "main.ts": boxed("two") });
    await waits(watch, "program of two");
    expect((await roundsOf(watch)).length).toBe(2);
  });

  test("plans again after every save, however an editor saves, and not for a touch", async () => {
    const shop = projects.project(boxed("one"), { "other.ts": `export const word = "first";` });
    const main = shop.files.path("main.ts");
    const watch = begin(shop, "watch");
    await waits(watch, 'label: "one"');

    shop.files.write({
      "main.ts.new": boxed("two", `import { word } from "./other.js"; console.log(word);`),
    });
    renameSync(shop.files.path("main.ts.new"), main);
    await waits(watch, 'label: "two"');

    utimesSync(main, new Date(), new Date());
    shop.files.write({ "main.ts": readFileSync(main, "utf8"), "notes.md": "not of the program" });
    await sleep(aWhile);
    shop.files.write({ "other.ts": `export const word = "second";` });
    await waits(watch, "second");

    const rounds = await roundsOf(watch);
    expect(rounds.map((text) => text.split("  ")[0])).toEqual([
      "Watching",
      "main.ts changed",
      "other.ts changed",
    ]);
    // What stands beside state has not changed.
    expect(shop.shelf()).toEqual([]);
  });

  test("notices linked packages, and modules that are imported by variables", async () => {
    const load = `import { word } from "parts";\nconst file = "./late.ts";\nconst { late } = await import(file);\nconsole.log(word, late);`;
    const shop = projects.project(boxed("one", load), {
      "late.ts": `export const late: string = "early";`,
      "packages/parts/package.json": `{ "name": "parts", "type": "module", "exports": "./index.js", "peerDependencies": { "@coconut/coconut": "*" } }`,
      "packages/parts/index.js": `export { word } from "./lib/word.js";`,
      "packages/parts/lib/word.js": `export const word = "first";`,
    });
    symlinkSync(shop.files.path("packages/parts"), shop.files.path("node_modules/parts"));
    const watch = begin(shop, "watch");
    await waits(watch, "first early");
    shop.files.write({ "packages/parts/lib/word.js": `export const word = "second";` });
    await waits(watch, "second early");
    shop.files.write({ "late.ts": `export const late: string = "late";` });
    await waits(watch, "second late");
    shop.files.write({ "late.ts": `export const late: string = ;` });
    await watch.saidAfter("second late", "Failed with exit code 1 after");
    shop.files.write({ "late.ts": `export const late: string = "at last";` });
    await waits(watch, "second at last");
    expect(await roundsOf(watch)).toHaveLength(5);
  });

  test("goes on after a program that does not compile, and one that throws", async () => {
    const shop = projects.project(boxed("one"));
    const watch = begin(shop, "watch");
    await waits(watch, 'label: "one"');
    shop.files.write({ "main.ts": `${boxed("two")}new Box(` });
    await watch.saidAfter("main.ts changed", "Failed with exit code 1 after");
    shop.files.write({ "main.ts": boxed("three") });
    await waits(watch, 'label: "three"');
    shop.files.write({ "main.ts": `${boxed("four")}throw new Error("at noon");` });
    await watch.saidAfter("program of four", "Failed with exit code 1 after");
    shop.files.write({ "main.ts": boxed("five") });
    await waits(watch, 'label: "five"');
    expect(await roundsOf(watch)).toHaveLength(5);
    const { errors } = await watch.finished;
    expect(errors).toContain("program/compile-error");
    expect(errors).toContain("at noon");
  });

  test("begins with a program that does not compile, and notices a file that was missing, in a new folder", async () => {
    const shop = projects.project(
      boxed("one", `import { word } from "./parts/deep/word.js"; console.log(word);`),
    );
    const watch = begin(shop, "watch");
    await watch.said("Failed with exit code 1 after");
    mkdirSync(shop.files.path("parts"));
    await sleep(aWhile);
    shop.files.write({ "parts/deep/word.ts": `export const word = "found";` });
    await watch.said("found");
    await waits(watch, 'label: "one"');
    // The folder goes, and comes back with something else in it.
    rmSync(shop.files.path("parts"), { recursive: true });
    await watch.saidAfter('label: "one"', "Failed with exit code 1 after");
    shop.files.write({ "parts/deep/word.ts": `export const word = "again";` });
    await watch.said("again");
    await waits(watch, "again");
    await roundsOf(watch);
  });

  test("follows settings of the project, and what may be missing among them", async () => {
    const shop = projects.project(
      `${imports}new Box("box", { label: new coconut.Config().require("label") });`,
    );
    const watch = begin(shop, "watch");
    await watch.said("Failed with exit code 64 after");
    expect((await shop.coco("config", "set", "label", "red")).status).toBe(0);
    await waits(watch, 'label: "red"');
    shop.files.write({ "coconut.json": "{" });
    await watch.saidAfter('label: "red"', "Failed with exit code 64 after");
    shop.files.write({
      "coconut.json": `{ "stack": "prod" }`,
      "coconut.prod.json": `{ "shop:label": "green" }`,
    });
    await waits(watch, 'label: "green"');
    expect((await shop.coco("config", "set", "label", "blue", "-s", "prod")).status).toBe(0);
    await waits(watch, 'label: "blue"');
    await roundsOf(watch);
  });

  test("watches assets, folders of them included, and what is named", async () => {
    const shop = projects.project(
      `import { readFileSync } from "node:fs";
       import * as coconut from "@coconut/coconut";
       import { Directory, File } from "@coconut/coconut/local";
       new File("logo", { path: "out/logo", source: new coconut.asset.FileAsset("logo.txt") });
       new Directory("site", { path: "out/site", source: new coconut.asset.FileArchive("pages") });
       new File("letter", { path: "out/letter", content: readFileSync("letters/one.txt", "utf8") });`,
      { "logo.txt": "a", "pages/index.html": "b", "letters/one.txt": "dear" },
    );
    const watch = begin(shop, "watch", shop.files.path("letters"));
    await waits(watch, '"dear"');
    shop.files.write({ "logo.txt": "aa" });
    await waits(watch, "logo.txt changed");
    shop.files.write({ "pages/about/me.html": "c" });
    await waits(watch, "pages/ changed");
    shop.files.write({ "letters/one.txt": "beloved" });
    await waits(watch, '"beloved"');
    expect(await roundsOf(watch)).toHaveLength(4);
  });

  test("gives a plan up that is not of what was saved last, even one that never ends", async () => {
    const endless = `console.log("slowly"); await new Promise((later) => setTimeout(later, 600_000));`;
    const shop = projects.project(boxed("one", endless));
    const watch = begin(shop, "watch");
    await watch.said("slowly");
    shop.files.write({ "main.ts": boxed("two", `console.log("for ever"); for (;;);`) });
    await watch.said("for ever");
    shop.files.write({ "main.ts": boxed("three") });
    await waits(watch, 'label: "three"');
    const rounds = await roundsOf(watch);
    expect(rounds).toHaveLength(3);
    expect(rounds.join("")).not.toContain('label: "one"');
    // Who has saved something else does not want to hear of it.
    expect((await watch.finished).errors).not.toContain("cli/interrupted");
  });

  test("prints events as one stream, and no document", async () => {
    const shop = projects.project(boxed("one"));
    const watch = begin(shop, "watch", "--events");
    await watch.said('"event":"round-ended"');
    shop.files.write({ "main.ts": `${boxed("two")}throw new Error("at noon");` });
    await watch.saidAfter('"because":["', '"event":"round-ended"');
    watch.kill("SIGTERM");
    const { status, output } = await watch.finished;
    expect(status).toBe(0);
    const events = output
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown> & { event: string });
    expect([events.map(({ event }) => event).join(" ")]).toEqual([
      "begin round-started begin plan end round-ended round-started begin diagnostic end round-ended end",
    ]);
    const fields = (event: string) =>
      events.filter((each) => each.event === event).map((each) => each[event]);
    expect(fields("round-started")).toEqual([
      { round: 1, because: [] },
      { round: 2, because: [shop.files.path("main.ts")] },
    ]);
    expect(fields("round-ended")).toMatchObject([
      { round: 1, exitCode: 0 },
      { round: 2, exitCode: 1 },
    ]);
    expect(events.at(-1)).toMatchObject({ command: "watch", exitCode: 0 });
  });

  test("ends when nobody reads any more", async () => {
    const shop = projects.project(boxed("one"));
    const watch = begin(shop, "watch");
    await waits(watch, 'label: "one"');
    watch.closeOutput();
    shop.files.write({ "main.ts": boxed("two") });
    expect((await watch.finished).status).toBe(0);
  });

  test("refuses at once what makes no sense in any round", async () => {
    const shop = projects.project(boxed("one"));
    for (const [parameters, why] of [
      [["--json"], "--events"],
      [["--yes"], "--apply"],
      [["-p", "none"], "--parallel"],
      [["-s", "a/b"], "it is used in file names"],
    ] as const) {
      const { status, output, errors } = await shop.coco("watch", ...parameters);
      expect({ status, parameters }).toEqual({ status: 64, parameters });
      expect(output + errors).toContain(why);
    }
  });
});

describe.concurrent("coco watch --apply", () => {
  const file = (path: string, content: string) =>
    `import { File } from "@coconut/coconut/local";
     new File("note", { path: "${path}", content: ${JSON.stringify(content)} });`;

  test("applies every plan, and does not follow what it makes itself", async () => {
    const shop = projects.project(file("note.json", "1"));
    const watch = begin(shop, "dev", "--apply");
    await watch.said("Applying every plan, except plans that delete something.");
    await waits(watch, "Done.");
    expect(readFileSync(shop.files.path("note.json"), "utf8")).toBe("1");
    await sleep(aWhile);
    shop.files.write({ "main.ts": file("note.json", "22") });
    await watch.saidAfter('"1" -> "22"', "Applied in");
    expect(readFileSync(shop.files.path("note.json"), "utf8")).toBe("22");
    await sleep(aWhile);
    // What would be deleted stays: the line that asks for it may be gone for a moment only.
    shop.files.write({ "main.ts": "export {};" });
    await watch.said("Not applied: the plan deletes objects.");
    await watch.said("Failed with exit code 4 after");
    shop.files.write({ "main.ts": file("note.json", "333") });
    await watch.saidAfter('"22" -> "333"', "Applied in");
    expect(await roundsOf(watch)).toHaveLength(4);
    expect(readFileSync(shop.files.path("note.json"), "utf8")).toBe("333");
  });

  test("deletes with --yes", async () => {
    const shop = projects.project(file("note.json", "1"));
    const watch = begin(shop, "watch", "--apply", "--yes");
    await waits(watch, "Done.");
    shop.files.write({ "main.ts": "export {};" });
    await watch.saidAfter("Plan: 1 to delete", "Applied in");
    expect(existsSync(shop.files.path("note.json"))).toBe(false);
    expect(await roundsOf(watch)).toHaveLength(2);
  });

  const slow = (label: string) => `
    import { Command } from "@coconut/coconut/command";
    const slow = new Command("slow", {
      create: "echo $$ > begun; while [ ! -e go ]; do sleep 0.1; done; echo made > made",
      delete: "rm -f made",
    });
    console.log("program of ${label}");`;

  test("never interrupts an apply for a save: it is planned afterwards", async () => {
    const after = `new Command("after", { create: "touch after" }, { dependsOn: [slow] });`;
    const shop = projects.project(`${slow("one")}${after}`);
    const watch = begin(shop, "watch", "--apply");
    await isThere(shop.files.path("begun"));
    shop.files.write({ "main.ts": `${slow("two")}${after}` });
    await sleep(aWhile);
    shop.files.write({ go: "" });
    await watch.saidAfter("program of two", "Press Ctrl-C to stop.");
    const [first, second, ...others] = await roundsOf(watch);
    expect(others).toEqual([]);
    expect(first).toMatch(/created {3}command:index:Command slow[^]*created {3}command:index:Command after/);
    expect(second).toMatch(/^main\.ts changed/);
    expect(existsSync(shop.files.path("made"))).toBe(true);
    await expectWhole(shop);
  });

  test("waits for an apply that is interrupted, and ends as it does", async () => {
    const shop = projects.project(`${slow("one")}
      new Command("never", { create: "touch never" }, { dependsOn: [new Command("second", { create: "true" })] });`);
    const watch = begin(shop, "watch", "--apply", "-p", "1");
    await isThere(shop.files.path("begun"));
    watch.kill("SIGINT");
    await sleep(aWhile);
    shop.files.write({ go: "" });
    expect((await watch.finished).status).toBe(130);
    expect(existsSync(shop.files.path("made"))).toBe(true);
    expect(existsSync(shop.files.path("never"))).toBe(false);
  });

  test("that is killed leaves nobody behind: a plan ends, an apply finishes what it has begun", async () => {
    const planned = projects.project(
      boxed("one", `await new Promise((later) => setTimeout(later, 600_000));`),
    );
    const planning = begin(planned, "watch");
    await planning.said("--- Watching");
    await sleep(aWhile);
    planning.kill("SIGKILL");
    // Resolves when nobody holds its output any more.
    await planning.finished;

    const shop = projects.project(slow("one"));
    const applying = begin(shop, "watch", "--apply");
    await isThere(shop.files.path("begun"));
    applying.kill("SIGKILL");
    await sleep(aWhile);
    shop.files.write({ go: "" });
    await applying.finished;
    expect(existsSync(shop.files.path("made"))).toBe(true);
    await expectWhole(shop);
  });

  test("says that somebody else has the stack, and goes on", async () => {
    const shop = projects.project(slow("one"));
    const other = begin(shop, "apply", "--yes");
    await isThere(shop.files.path("begun"));
    const watch = begin(shop, "watch", "--apply");
    await watch.said("Failed with exit code 3 after");
    shop.files.write({ go: "" });
    expect((await other.finished).status).toBe(0);
    shop.files.write({ "main.ts": slow("two") });
    await watch.saidAfter("program of two", "Applied in");
    await roundsOf(watch);
  });

  /** Nothing is left open, and nothing to do. */
  async function expectWhole(shop: CocoProject): Promise<void> {
    const { status, output } = await shop.coco("plan", "--detailed-exitcode");
    expect({ status, output }).toMatchObject({ status: 0 });
  }
});

describe.concurrent("coco watch at a terminal", () => {
  const scripts = `
    import { Command } from "@coconut/coconut/command";
    new Command("slow", { create: "touch begun; while [ ! -e go ]; do sleep 0.1; done; touch made" });
    new Command("later", { create: "touch later" });`;

  test("clears the screen for every round, and ends by Ctrl-C", async () => {
    const shop = projects.project(boxed("one"));
    const terminal = beginAtTerminal(shop, 40, "watch");
    await terminal.shows(/label: "one"[^]*Press Ctrl-C to stop\./);
    shop.files.write({ "main.ts": boxed("two") });
    await terminal.shows(/label: "two"[^]*Press Ctrl-C to stop\./);
    const lines = terminal.screen.text.split("\n");
    expect(lines[0]).toMatch(/^main\.ts changed {2}dev {2}\d\d:\d\d:\d\d$/);
    expect(terminal.screen.text).not.toContain('"one"');
    expect(terminal.screen.text).toMatch(/Planned in .*\.\nWatching \d+ files\. Press Ctrl-C to stop\./);
    // What has scrolled out of the screen is the reader's.
    expect(terminal.output).not.toContain("\u001b[3J");
    terminal.type(ctrlC);
    expect(await terminal.ended).toBe(0);
  });

  test("asks nothing, and hands Ctrl-C to an apply once: it finishes what it has begun", async () => {
    const shop = projects.project(scripts);
    const terminal = beginAtTerminal(shop, 80, "watch", "--apply", "-p", "1");
    await isThere(shop.files.path("begun"));
    terminal.type(ctrlC);
    await terminal.says("Interrupt again to exit.");
    await sleep(aWhile);
    shop.files.write({ go: "" });
    expect(await terminal.ended).toBe(130);
    expect(existsSync(shop.files.path("made"))).toBe(true);
    expect(existsSync(shop.files.path("later"))).toBe(false);
    expect(terminal.output).not.toContain("Apply this plan?");
    expect(terminal.screen.isCursorVisible).toBe(true);
    expect((await shop.coco("state", "ls")).output).toContain("slow");
  });

  test("leaves an apply by a second Ctrl-C", async () => {
    const shop = projects.project(scripts);
    const terminal = beginAtTerminal(shop, 80, "watch", "--apply", "-p", "1");
    await isThere(shop.files.path("begun"));
    terminal.type(ctrlC);
    await terminal.says("Interrupt again to exit.");
    terminal.type(ctrlC);
    expect(await terminal.ended).toBe(130);
    expect(existsSync(shop.files.path("made"))).toBe(false);
  });
});

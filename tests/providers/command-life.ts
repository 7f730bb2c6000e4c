import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { ResourceOptions } from "@coconut/coconut";
import type { RunEvent, ValueObject } from "@coconut/coconut/model";
import { testStack } from "@coconut/coconut/testing";
import { Command } from "../../src/providers/command/index.js";

/** A stack of one command, a folder for its scripts to work in, and all that a user is shown. */
export async function commandLife(args: object, options: ResourceOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), "coconut-command-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  let asked: object | undefined = { dir: folder, ...args };
  const messages: string[] = [];
  const events: RunEvent[] = [];
  const onEvent = (event: RunEvent) => {
    events.push(event);
    if (event.kind === "message") messages.push(`${event.level}: ${event.text}`);
  };
  const stack = await testStack(() => {
    if (asked === undefined) return {};
    const it = new Command("it", asked as never, options);
    return { stdout: it.stdout, stderr: it.stderr, id: it.id };
  });
  const apply = (options: Parameters<typeof stack.apply>[0] = {}) => stack.apply({ ...options, onEvent });
  return {
    stack,
    folder,
    messages,
    events,
    apply,
    /** All lines that scripts appended to the file of this name. */
    file: (name: string) => readFileSync(join(folder, name), "utf8"),
    path: (name: string) => join(folder, name),
    becomes: (next: object | undefined) => void (asked = next && { dir: folder, ...next }),
    async outputs(): Promise<ValueObject> {
      const run = await apply();
      if (!run.ok) throw new Error(run.diagnostics.map(({ detail }) => detail).join("\n"));
      return run.outputs;
    },
    /** What is said about a failed apply. */
    async failure(options: Parameters<typeof stack.apply>[0] = {}): Promise<string> {
      const run = await apply(options);
      if (run.ok) throw new Error("It did not fail.");
      return run.diagnostics.map(({ code, detail, hint }) => `${code}: ${detail}\n${hint}`).join("\n");
    },
    async actions(): Promise<readonly string[]> {
      const { changes } = await stack.plan();
      return changes.map(({ action }) => action).filter((action) => action !== "same");
    },
  };
}

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { PlanOptions, Run } from "../../src/engine/index.js";
import type { Stack } from "../../src/operations/stack/index.js";
import { isDiagnosticError, isError, type Diagnostic } from "../../src/model/index.js";
import { local } from "../../src/providers/local/index.js";
import { testStack } from "../../src/testing/index.js";

/** A stack whose files are real, below a folder that goes with the test. */
export class LocalWorld {
  readonly folder: string;
  readonly root: string;
  readonly config: { readonly root: string; readonly records: string };
  readonly stack: Stack;
  readonly #program: { run: () => unknown };

  private constructor(folder: string, stack: Stack, program: { run: () => unknown }) {
    this.folder = folder;
    this.root = join(folder, "root");
    this.config = settingsIn(folder);
    this.stack = stack;
    this.#program = program;
  }

  static async make(program: () => unknown = () => undefined): Promise<LocalWorld> {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "root"));
    const { root, records } = settingsIn(folder);
    const held = { run: program };
    const config = { "local:root": root, "local:records": records };
    const stack = await testStack(() => held.run(), { config, packages: [local] });
    return new LocalWorld(folder, stack, held);
  }

  at(path: string): string {
    return join(this.root, path);
  }

  program(run: () => unknown): void {
    this.#program.run = run;
  }

  /** Applies, and then there is nothing left to do. */
  async applies(program?: () => unknown, options: PlanOptions = {}): Promise<Run> {
    if (program !== undefined) this.program(program);
    const run = await this.stack.apply(options);
    assert.deepEqual(diagnosticsOf(run).filter(isError), []);
    assert.equal(run.ok, true);
    assert.deepEqual(await this.changes(), {});
    return run;
  }

  /** What keeps an apply from being done, as text. */
  async fails(program?: () => unknown): Promise<string> {
    if (program !== undefined) this.program(program);
    try {
      const run = await this.stack.apply();
      assert.equal(run.ok, false);
      return detailsOf(diagnosticsOf(run));
    } catch (error) {
      if (!isDiagnosticError(error)) throw error;
      return detailsOf(error.diagnostics);
    }
  }

  /** What a plan would do to each resource that it does something to. */
  async changes(program?: () => unknown): Promise<Record<string, string>> {
    if (program !== undefined) this.program(program);
    const { changes } = await this.stack.plan();
    return Object.fromEntries(
      changes.flatMap(({ name, action, planned }) => {
        if (action === "same" || action === "read") return [];
        const fields = (planned?.fields ?? []).map(({ path }) => path).join(" ");
        return [[name, action === "update" ? `update ${fields}` : action]];
      }),
    );
  }

  async outputs(name: string): Promise<unknown> {
    const { resources, objects } = await this.stack.snapshot();
    const row = [...resources.values()].find((each) => each.name === name);
    return [...objects.values()].find(({ rid }) => rid === row?.rid)?.stored.outputs;
  }

  async destroys(): Promise<void> {
    const run = await this.stack.destroy();
    assert.deepEqual(diagnosticsOf(run), []);
  }
}

export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "coconut-local-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function settingsIn(folder: string) {
  return { root: join(folder, "root"), records: join(folder, "records") };
}

export function diagnosticsOf(run: Run): readonly Diagnostic[] {
  return [...run.diagnostics, ...run.reports.flatMap(({ diagnostics }) => diagnostics)];
}

function detailsOf(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map(({ detail }) => detail).join("\n");
}

import { afterAll, beforeAll, describe, test } from "vitest";
import { BuiltPackage } from "../../support/built-package.js";
import { withoutGo } from "../providers/provider-binaries.js";
import { columns, type ColumnName } from "./columns.js";
import { ProviderProject } from "./provider-project.js";
import type { Step, Story } from "./story.js";

/**
 * Tests stories with the real providers: one test per step and column. Stories run at the same time, the steps of a story one after
 * the other.
 */
export function testStories(name: string, stories: readonly Story[]): void {
  const skipped = withoutGo === undefined ? "" : `, skipped: ${withoutGo}`;
  describe.skipIf(withoutGo !== undefined)(`${name} with real providers${skipped}`, () => {
    let built: BuiltPackage | undefined;
    beforeAll(() => {
      built = new BuiltPackage();
    });
    afterAll(() => built?.remove());
    const tests = stories.flatMap(({ columns: names, steps }) =>
      names.flatMap((column) => testsOf(column, steps, () => new ProviderProject(built!, column))),
    );
    // First steps first: then the tests that run at the same time belong to different stories.
    for (const { title, run } of tests.toSorted((one, other) => one.index - other.index))
      // oxlint-disable-next-line vitest/valid-title -- the title names the cell
      test.concurrent(title, run, generous);
  });
}

interface StepTest {
  readonly index: number;
  readonly title: string;
  readonly run: () => Promise<void>;
}

function testsOf(
  column: ColumnName,
  steps: readonly Step[],
  open: () => ProviderProject,
): readonly StepTest[] {
  const project = once(async () => open());
  const tests: StepTest[] = [];
  for (const [index, { phase, title, run }] of steps.entries()) {
    const before = tests.at(-1)?.run;
    const words = [columns[column].title, phase, ...(title === undefined ? [] : [title])];
    tests.push({
      index,
      title: words.join(": "),
      run: once(async () => {
        await before?.().catch(() => Promise.reject(new Error("An earlier step of the story failed.")));
        await run(await project());
      }),
    });
  }
  return tests;
}

/** Long enough for a machine that is busy with others: a test also waits for the earlier steps of its story. */
const generous = 600_000;

function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined;
  return () => (made ??= make());
}

import { expect } from "vitest";
import { exitCodeOfRun } from "../../src/runner/index.js";
import type { Words } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

scenario("undetermined is also what the callback's own resources need", async (s) => {
  const program = (region: string, hasShelf: boolean) =>
    function program({ bucket, rule }: Words): void {
      const logs = bucket("logs", { region });
      const shelf = hasShelf ? bucket("shelf") : undefined;
      logs.arn.apply(() => {
        rule("made", { port: 1, ...(shelf && { target: shelf.arn }) });
      });
    };
  s.program(program("eu", true));
  await s.apply({ rounds: 2 }).succeeds();
  s.program(program("us", false));
  await s.plan().shows(`
    replace bucket logs (region)
    undetermined bucket shelf (callback did not run)
    undetermined rule made (callback did not run)
  `);
  const run = await s.apply().ends();
  expect(run).toMatchObject({ ok: false, diagnostics: [] });
  expect(exitCodeOfRun(run!)).toBe(4);
  s.cloud.has("bucket shelf");
  s.cloud.has("rule made", { port: 1 });
});

scenario("a callback that has moved in its file is not taken for one that ran", async (s) => {
  s.program(({ bucket, rule }) => {
    bucket("logs", { region: "eu" }).arn.apply(() => void rule("made", { port: 1 }));
  });
  await s.apply({ rounds: 2 }).succeeds();
  s.program(({ bucket, rule }) => {
    const other = bucket("other");

    other.arn.apply(() => void rule("made", { port: 1 }));
  });
  await s.plan().shows(`
    create bucket other
    undetermined bucket logs (callback did not run)
    undetermined rule made (callback did not run)
  `);
  await s.apply({ rounds: 2 }).succeeds();
  s.story(`
    create bucket other
    record rule made
    delete bucket logs
  `);
  await s.apply().changesNothing();
});

scenario("a step that needs what no plan has is left for the next round; the others are done", async (s) => {
  s.program(({ bucket }) => {
    const logs = bucket("logs");
    const made = logs.arn.apply(() => bucket("made").arn);
    bucket("needs made", { acl: made });
    bucket("other", { acl: logs.arn });
    return { made };
  });
  await s.plan().shows(`
    create bucket logs
    create bucket needs made
    create bucket other
  `);
  const run = await s.apply().ends();
  expect(run).toMatchObject({ ok: false, diagnostics: [] });
  expect(run!.unplanned).toEqual([expect.stringContaining("::made")]);
  s.story(`
    create bucket logs
    create bucket needs made not started
    create bucket other
  `);
  expect(exitCodeOfRun(run!)).toBe(4);
  await s.apply().succeeds();
  s.story(`
    create bucket made
    create bucket needs made
  `);
  expect(await s.outputs()).toMatchObject({ made: "arn:bucket-3" });
});

scenario("with rounds, the report of the run holds the steps of all of them", async (s) => {
  s.program(({ bucket }) => {
    bucket("needs made", { acl: bucket("logs").arn.apply(() => bucket("made").arn) });
  });
  const run = await s.apply({ rounds: 2 }).succeeds();
  expect(run.reports.map(({ step, result }) => [step.action, step.urn.split("::").at(-1), result])).toEqual([
    ["create", "logs", "done"],
    ["create", "made", "done"],
    ["create", "needs made", "done"],
  ]);
});

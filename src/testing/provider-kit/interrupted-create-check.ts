import type { Run } from "../../engine/index.js";
import { diagnosticsOf, sampleName, type TestBench } from "./test-bench.js";
import { isFoundOrUntold, isUntold } from "./adoption-checks.js";
import type { Check } from "./check.js";

/**
 * A create whose effect has happened and whose answer never came: the engine is told to leave in between, as if
 * the process had ended there. The next run has to find out what became of it.
 */
export const interruptedCreateCheck: Check = {
  name: (type) => `${type}: a create that was cut off makes no second object`,
  async run(bench) {
    bench.asks(await bench.sample.create());
    await cutOff(bench);
    const lost = bench.watch.made[0]!;
    const run = await bench.attempt();
    if (!run.ok) await expectUncertain(bench, run, lost);
    else if (!bench.sample.onlyInState) {
      const { id } = await bench.object();
      if (bench.watch.made.length > 1 || id !== lost.id)
        throw bench.fault("find", {
          expected: `find answers with what the create made that was cut off: ${lost.id}.`,
          happened: `It was not found, so the create was repeated, and the object is now ${id}.`,
        });
    }
    await bench.expectNothingToDo("update", "read");
  },
};

async function cutOff(bench: TestBench): Promise<void> {
  const leaving = new AbortController();
  bench.watch.afterCreate = async ({ kind }) => {
    if (kind === "ok") leaving.abort();
  };
  const run = await bench.attempt({ leave: leaving.signal });
  bench.watch.afterCreate = async () => {};
  if (!leaving.signal.aborted) throw bench.failed("An apply does what was planned.", run);
}

/** A type that cannot say what became of a create says so, and nothing is made until someone has looked. */
async function expectUncertain(
  bench: TestBench,
  run: Run,
  lost: TestBench["watch"]["made"][number],
): Promise<void> {
  const canTell =
    bench.subject.defined.find !== undefined &&
    !isUntold(await bench.contract.find(lost, lost.key, isFoundOrUntold));
  const isUncertain = diagnosticsOf(run).some(({ code }) => code === "engine/uncertain");
  if (canTell || !isUncertain || bench.watch.made.length > 1)
    throw bench.failed("What a create made that was cut off is found, or somebody is asked.", run);
  const recovered = await bench.stack.recover(sampleName, { adopt: lost.id! });
  if (!recovered.ok)
    throw bench.failed("What a create made that was cut off can be taken up by its id.", recovered);
  await bench.apply();
}

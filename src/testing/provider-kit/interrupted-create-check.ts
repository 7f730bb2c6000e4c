import type { Run } from "../../engine/index.js";
import { diagnosticsOf, sampleName, type TestBench } from "./test-bench.js";
import { isFoundOrUntold, isUntold } from "./adoption-checks.js";
import type { Check } from "./check.js";

/**
 * Simulates a create that took effect but whose answer never arrived: the engine is told to stop in between, as if the
 * process had been killed. The next run must resolve the interrupted create.
 */
export const interruptedCreateCheck: Check = {
  name: (type) => `${type}: an interrupted create does not create a second object`,
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
          expected: `find returns the object of the interrupted create: ${lost.id}.`,
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
  if (!leaving.signal.aborted) throw bench.failed("An apply succeeds.", run);
}

/** A type that cannot resolve an interrupted create reports it, and nothing is created until the user decides. */
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
    throw bench.failed("The object of an interrupted create is found, or the user is asked.", run);
  const recovered = await bench.stack.recover(sampleName, { adopt: lost.id! });
  if (!recovered.ok)
    throw bench.failed("The object of an interrupted create can be adopted by its id.", recovered);
  await bench.apply();
}

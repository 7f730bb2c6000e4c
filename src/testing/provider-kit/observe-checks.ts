import type { Rejected } from "../../provider/contract/index.js";
import { printed, type TestBench } from "./test-bench.js";
import type { Check } from "./check.js";

/** Looking at objects: what is cut short says nothing, and what goes on ends when it is told to. */
export const observeChecks: readonly Check[] = [
  {
    name: (type) => `${type}: a read that is aborted does not say that the object is gone`,
    when: ({ sample }) => !sample.onlyInState,
    async run(bench) {
      const made = await bench.madeBesides();
      await bench.contract.settled(bench.type);
      const read = await bench.contract.abortedRead(made);
      if (read.kind === "absent")
        throw bench.fault("read", {
          expected:
            "read answers null only if the object is certainly not there, and throws when its signal is aborted.",
          happened: "It answered null for an object that is there.",
        });
      if (bench.subject.defined.find === undefined) return;
      const found = await bench.contract.abortedFind(made, made.key);
      if ("kind" in found || found.length > 0) return;
      throw bench.fault("find", {
        expected:
          "find answers with nothing only if there certainly is nothing, and throws when its signal is aborted.",
        happened: "It answered with nothing although the object is there.",
      });
    },
  },
  {
    name: (type) => `${type}: logs come in the order of time, and end when they are told to`,
    when: ({ defined }) => defined.logs !== undefined,
    async run(bench) {
      await bench.made();
      const stored = await bench.object();
      const times: number[] = [];
      for await (const { time } of bench.contract.logs(stored, { follow: false })) times.push(time.getTime());
      if (times.some((time, index) => index > 0 && time < times[index - 1]!))
        throw bench.fault("logs", {
          expected: "logs come oldest first.",
          happened: "A line is older than the one before it.",
        });
      await expectEnds(bench, async (signal) => {
        for await (const _ of bench.contract.logs(stored, { follow: true }, signal));
      });
    },
  },
  {
    name: (type) => `${type}: stats are numbers`,
    when: ({ defined }) => defined.stats !== undefined,
    async run(bench) {
      const { stored } = await bench.made();
      const stats = await bench.contract.stats(stored);
      const wrong = Object.entries(stats).filter(([, counter]) => !isCounter(counter));
      if (wrong.length === 0) return;
      throw bench.fault("stats", {
        expected: "stats answers with numbers by name, or with { value, unit }.",
        happened:
          "diagnostics" in stats
            ? printed((stats as Rejected).diagnostics)
            : `${wrong.map(([name]) => name).join(", ")} ${wrong.length === 1 ? "is" : "are"} no number.`,
      });
    },
  },
];

function isCounter(counter: unknown): boolean {
  if (typeof counter !== "object" || counter === null) return typeof counter === "number";
  const { value, unit } = counter as { readonly value?: unknown; readonly unit?: unknown };
  return typeof value === "number" && typeof unit === "string";
}

const patienceMs = 5000;

/** What follows logs ends soon after its signal is aborted, by itself or with an error. */
async function expectEnds(bench: TestBench, follow: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const aborting = new AbortController();
  const ended = follow(aborting.signal).then(
    () => true,
    () => true,
  );
  setTimeout(() => aborting.abort(), 50);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), patienceMs)));
  const isEnded = await Promise.race([ended, late]);
  clearTimeout(timer);
  if (isEnded) return;
  throw bench.fault("logs", {
    expected: "logs that are followed end when their signal is aborted.",
    happened: `They had not ended ${patienceMs / 1000} seconds later.`,
  });
}

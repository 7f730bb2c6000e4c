import type { Rejected } from "../../provider/contract/index.js";
import { printed, type TestBench } from "./test-bench.js";
import type { Check } from "./check.js";

/** Checks of hooks that observe: an aborted call reports nothing, and a stream ends when it is aborted. */
export const observeChecks: readonly Check[] = [
  {
    name: (type) => `${type}: an aborted read does not report the object as gone`,
    when: ({ sample }) => !sample.onlyInState,
    async run(bench) {
      const made = await bench.madeBesides();
      await bench.contract.settled(bench.type);
      const read = await bench.contract.abortedRead(made);
      if (read.kind === "absent")
        throw bench.fault("read", {
          expected:
            "read returns null only if the object certainly does not exist, and throws when its signal is aborted.",
          happened: "It returned null for an object that exists.",
        });
      if (bench.subject.defined.find === undefined) return;
      const found = await bench.contract.abortedFind(made, made.key);
      if ("kind" in found || found.length > 0) return;
      throw bench.fault("find", {
        expected:
          "find returns an empty list only if there certainly is no object, and throws when its signal is aborted.",
        happened: "It returned an empty list although the object exists.",
      });
    },
  },
  {
    name: (type) => `${type}: logs are sorted by time and end when they are aborted`,
    when: ({ defined }) => defined.logs !== undefined,
    async run(bench) {
      await bench.made();
      const stored = await bench.object();
      const times: number[] = [];
      for await (const { time } of bench.contract.logs(stored, { follow: false })) times.push(time.getTime());
      if (times.some((time, index) => index > 0 && time < times[index - 1]!))
        throw bench.fault("logs", {
          expected: "logs yields the oldest line first.",
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
        expected: "stats returns numbers by name, or { value, unit }.",
        happened:
          "diagnostics" in stats
            ? printed((stats as Rejected).diagnostics)
            : `${wrong.map(([name]) => name).join(", ")} ${wrong.length === 1 ? "is not a number" : "are not numbers"}.`,
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

/** Followed logs must end soon after their signal is aborted, normally or with an error. */
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
    expected: "Followed logs end when their signal is aborted.",
    happened: `They had not ended after ${patienceMs / 1000} seconds.`,
  });
}

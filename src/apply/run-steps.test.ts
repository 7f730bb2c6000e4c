import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Step, StepResult, StepEnd, StepReport } from "../model/index.js";
import { deferred } from "../std/index.js";
import { runSteps, Stopped, type Dispatch, type Slot } from "./run-steps.js";

/** A run whose steps end when the test says so. */
class Run {
  readonly begun: string[] = [];
  readonly stoppedWhile: string[][] = [];
  readonly reports: Promise<readonly StepReport[]>;
  readonly #ends = new Map<string, (result: StepEnd) => void>();
  readonly #abort = new AbortController();
  isOver = false;

  constructor(needs: Readonly<Record<string, string>>, options: Partial<Dispatch> = {}) {
    const perform = (step: Step) => {
      const { promise, resolve } = deferred<StepEnd>();
      this.#ends.set(step.id, resolve);
      return promise;
    };
    const performer = options.perform ?? perform;
    this.reports = runSteps(stepsOf(needs), {
      parallel: 10,
      continueOnError: false,
      signal: this.#abort.signal,
      onStop: (running) => this.stoppedWhile.push(running.map(({ id }) => id)),
      ...options,
      perform: (step, slot) => {
        this.begun.push(step.id);
        return performer(step, slot);
      },
    });
    void this.reports.then(
      () => (this.isOver = true),
      () => (this.isOver = true),
    );
  }

  /** The steps that started since the last look. */
  get news(): string {
    return this.begun.splice(0).join("");
  }

  async end(id: string, result: StepResult = "done"): Promise<void> {
    this.#ends.get(id)!({ result, diagnostics: [] });
    await turn();
  }

  async abort(): Promise<void> {
    this.#abort.abort();
    await turn();
  }

  /** `a: done, b: not-started` */
  async results(): Promise<string> {
    return (await this.reports).map(({ step, result }) => `${step.id}: ${result}`).join(", ");
  }
}

function stepsOf(needs: Readonly<Record<string, string>>): readonly Step[] {
  return Object.entries(needs).map(([id, after]) => ({
    id,
    action: "create",
    urn: id,
    after: after.split(""),
    replacement: false,
  }));
}

const done: StepEnd = { result: "done", diagnostics: [] };

describe("a step that is done and waits for durability", () => {
  function handingOver(needs: Readonly<Record<string, string>>, options: Partial<Dispatch> = {}) {
    const ends = new Map<string, (result: StepEnd) => void>();
    const perform = async ({ id }: Step, slot: Slot): Promise<StepEnd> => {
      if (id !== "b") slot.handOver();
      const { promise, resolve } = deferred<StepEnd>();
      ends.set(id, resolve);
      return promise;
    };
    const run = new Run(needs, { ...options, perform });
    const end = async (id: string, result: StepResult = "done") => {
      ends.get(id)!({ result, diagnostics: [] });
      await turn();
    };
    return { run, end };
  }

  test("releases its dependents and its slot", async () => {
    const { run, end } = handingOver({ a: "", b: "a", c: "b" }, { parallel: 1 });
    await turn();
    expect(run.news).toBe("ab");
    await end("a");
    expect([run.news, run.isOver]).toEqual(["", false]);
    await end("b");
    expect(run.news).toBe("c");
    await end("c");
    expect(await run.results()).toBe("a: done, b: done, c: done");
  });

  test("is waited for, and stops the run if it fails later", async () => {
    const { run, end } = handingOver({ a: "", b: "a", c: "b" });
    await turn();
    await end("a", "failed");
    expect(run.isOver).toBe(false);
    await end("b");
    expect(await run.results()).toBe("a: failed, b: done, c: not-started");
  });
});

describe("dispatch", () => {
  test("an empty plan ends immediately", async () => {
    expect(await new Run({}).reports).toEqual([]);
  });

  test("each step starts when all its dependencies are done", async () => {
    const run = new Run({ a: "", b: "", c: "ab", d: "c" });
    expect(run.news).toBe("ab");
    await run.end("b");
    expect(run.news).toBe("");
    await run.end("a");
    expect(run.news).toBe("c");
    await run.end("c");
    expect(run.news).toBe("d");
    await run.end("d");
    expect(await run.results()).toBe("a: done, b: done, c: done, d: done");
  });

  test("a skipped step releases its dependents", async () => {
    const run = new Run({ a: "", b: "a" });
    await run.end("a", "skipped");
    await run.end("b");
    expect(await run.results()).toBe("a: skipped, b: done");
  });

  test("concurrency is limited", async () => {
    const run = new Run({ a: "", b: "", c: "", d: "" }, { parallel: 2 });
    expect(run.news).toBe("ab");
    await run.end("a");
    expect(run.news).toBe("c");
    await run.end("c");
    expect(run.news).toBe("d");
    await run.end("b");
    await run.end("d");
    expect(await run.results()).toBe("a: done, b: done, c: done, d: done");
  });

  test.each([
    ["in the order of the plan", { a: "", b: "", c: "" }, "abc"],
    ["the longest chain of dependents first", { a: "e", b: "", c: "", d: "b", e: "", f: "d" }, "bdeacf"],
    [
      "the longest chain first, not the most dependents",
      { a: "", b: "a", c: "a", d: "", e: "d", f: "e" },
      "daebcf",
    ],
  ])("those that are ready begin %s", async (_, needs, expected) => {
    const run = new Run(needs, { parallel: 1 });
    const order = [];
    for (let next = run.news; next !== ""; next = run.news) {
      order.push(next);
      await run.end(next);
    }
    expect(order.join("")).toBe(expected);
  });

  test("a step that becomes ready late overtakes later steps of the plan", async () => {
    const run = new Run({ a: "", b: "a", c: "", d: "" }, { parallel: 1 });
    await run.end("a");
    expect(run.news).toBe("ab");
  });

  test("reports are in the order of the plan, with diagnostics", async () => {
    const diagnostics = [{ code: "x/y", severity: "warning", summary: "s", detail: "d" }] as const;
    const run = new Run(
      { a: "b", b: "" },
      { perform: async ({ id }) => ({ result: "done", diagnostics: id === "a" ? diagnostics : [] }) },
    );
    expect((await run.reports).map(({ step, diagnostics: said }) => [step.id, said])).toEqual([
      ["a", diagnostics],
      ["b", []],
    ]);
  });

  test("a performer that throws is a bug, and the run rejects", async () => {
    const perform = () => {
      throw new Error("This is a bug");
    };
    await expect(new Run({ a: "" }, { perform }).reports).rejects.toThrow("This is a bug");
  });

  test("members of a cycle are not started, and the run ends", async () => {
    const run = new Run({ a: "", b: "c", c: "b" });
    await run.end("a");
    expect(await run.results()).toBe("a: done, b: not-started, c: not-started");
  });

  test("many ready steps do not overflow the stack", async () => {
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`s${index}`, ""]));
    const run = new Run(many, { parallel: 50_000, perform: async () => done });
    expect((await run.reports).every(({ result }) => result === "done")).toBe(true);
  });
});

describe("a failure", () => {
  test.each(["failed", "uncertain"] as const)(
    "%s: nothing new starts, running steps finish",
    async (result) => {
      const run = new Run({ a: "", b: "", c: "", d: "a", e: "b" }, { parallel: 2 });
      expect(run.news).toBe("ab");
      await run.end("a", result);
      expect([run.news, run.isOver]).toEqual(["", false]);
      await run.end("b");
      expect(run.news).toBe("");
      expect(await run.results()).toBe(
        `a: ${result}, b: done, c: not-started, d: not-started, e: not-started`,
      );
    },
  );

  test("is not a stop by the signal: onStop is not called", async () => {
    const run = new Run({ a: "", b: "" });
    await run.end("a", "failed");
    await run.end("b");
    await run.reports;
    expect(run.stoppedWhile).toEqual([]);
  });

  test("a second failure while the run stops is reported too", async () => {
    const run = new Run({ a: "", b: "" });
    await run.end("a", "failed");
    await run.end("b", "uncertain");
    expect(await run.results()).toBe("a: failed, b: uncertain");
  });

  test("continuing: all but direct and indirect dependents of the failed step", async () => {
    const run = new Run({ a: "", b: "", c: "a", d: "c", e: "b", f: "de" }, { continueOnError: true });
    await run.end("a", "failed");
    await run.end("b");
    await run.end("e");
    expect(await run.results()).toBe(
      "a: failed, b: done, c: not-started, d: not-started, e: done, f: not-started",
    );
  });

  test("a step that reports not-started stops nothing and releases nothing", async () => {
    const run = new Run({ a: "", b: "a", c: "" }, { parallel: 1 });
    await run.end("a", "not-started");
    expect(run.news).toBe("ac");
    await run.end("c");
    expect(await run.results()).toBe("a: not-started, b: not-started, c: done");
  });
});

describe("the signal", () => {
  test("stops dispatch, reports the running steps, and lets them finish", async () => {
    const run = new Run({ a: "", b: "", c: "a" });
    await run.abort();
    expect(run.stoppedWhile).toEqual([["a", "b"]]);
    await run.end("a");
    expect([run.begun.join(""), run.isOver]).toEqual(["ab", false]);
    await run.end("b");
    expect(await run.results()).toBe("a: done, b: done, c: not-started");
  });

  test("also stops a run that continues on error", async () => {
    const run = new Run({ a: "", b: "" }, { parallel: 1, continueOnError: true });
    await run.abort();
    await run.end("a", "failed");
    expect(await run.results()).toBe("a: failed, b: not-started");
  });

  test("aborted before, nothing starts", async () => {
    const run = new Run({ a: "", b: "a" }, { signal: AbortSignal.abort() });
    expect(await run.results()).toBe("a: not-started, b: not-started");
    expect([run.begun, run.stoppedWhile]).toEqual([[], []]);
  });

  test("aborted after the end, onStop is not called", async () => {
    const run = new Run({ a: "" });
    await run.end("a");
    await run.reports;
    await run.abort();
    expect(run.stoppedWhile).toEqual([]);
  });

  test("is optional", async () => {
    const run = new Run({ a: "" }, { signal: undefined });
    await run.end("a");
    expect(await run.results()).toBe("a: done");
  });
});

describe("a step that waits for values", () => {
  interface Waiting {
    readonly run: Run;
    readonly log: string[];
    readonly give: (value: string) => Promise<void>;
    readonly withhold: (problem: Error) => Promise<void>;
    readonly end: (id: string, result?: StepResult) => Promise<void>;
  }

  /** Step `w` first waits without a slot; all steps end when the test says so. */
  function waiting(needs: Readonly<Record<string, string>>, options: Partial<Dispatch> = {}): Waiting {
    const log: string[] = [];
    const ends = new Map<string, (result: StepEnd) => void>();
    let give!: (value: string) => void;
    let withhold!: (problem: Error) => void;
    const values = new Promise<string>((resolve, reject) => {
      give = resolve;
      withhold = reject;
    });
    const perform = async ({ id }: Step, slot: Slot): Promise<StepEnd> => {
      if (id === "w") {
        try {
          log.push(`got ${await slot.waitOutside(values)}`);
        } catch (error) {
          log.push(error instanceof Stopped ? "stopped" : (error as Error).message);
          return { result: error instanceof Stopped ? "not-started" : "failed", diagnostics: [] };
        }
      }
      const { promise, resolve } = deferred<StepEnd>();
      ends.set(id, resolve);
      return promise;
    };
    const settle = async (how: () => void) => {
      how();
      await turn();
    };
    return {
      run: new Run(needs, { parallel: 1, ...options, perform }),
      log,
      give: (value) => settle(() => give(value)),
      withhold: (problem) => settle(() => withhold(problem)),
      end: (id, result = "done") => settle(() => ends.get(id)!({ result, diagnostics: [] })),
    };
  }

  test("releases its slot, and gets one again before the others", async () => {
    const { run, log, give, end } = waiting({ w: "", a: "", b: "" });
    await turn();
    expect(run.news).toBe("wa");
    await give("values");
    expect(log).toEqual([]);
    await end("a");
    expect([log, run.news]).toEqual([["got values"], ""]);
    await end("w");
    expect(run.news).toBe("b");
    await end("b");
    expect(await run.results()).toBe("w: done, a: done, b: done");
  });

  test("continues immediately if there is a slot", async () => {
    const { run, log, give, end } = waiting({ w: "" });
    await turn();
    await give("values");
    expect(log).toEqual(["got values"]);
    await end("w");
    expect(await run.results()).toBe("w: done");
  });

  test("counts as running: the run does not end without it", async () => {
    const { run, give, end } = waiting({ w: "", a: "" });
    await turn();
    await end("a");
    expect(run.isOver).toBe(false);
    await give("values");
    await end("w");
    expect(await run.results()).toBe("w: done, a: done");
  });

  test("receives a rejection once it has a slot again", async () => {
    const { run, log, withhold, end } = waiting({ w: "", a: "" });
    await turn();
    await withhold(new Error("no values"));
    expect(log).toEqual([]);
    await end("a");
    expect(log).toEqual(["no values"]);
    expect(await run.results()).toBe("w: failed, a: done");
  });

  test("is not started if another step fails meanwhile", async () => {
    const { run, log, end } = waiting({ w: "", a: "" });
    await turn();
    await end("a", "failed");
    expect(log).toEqual(["stopped"]);
    expect(await run.results()).toBe("w: not-started, a: failed");
  });

  test("is not started if the values and the failure arrive together", async () => {
    const { run, log, give, end } = waiting({ w: "", a: "" });
    await turn();
    await give("values");
    await end("a", "failed");
    expect(log).toEqual(["stopped"]);
    expect(await run.results()).toBe("w: not-started, a: failed");
  });

  test("is not started if the run is stopped meanwhile; running steps finish", async () => {
    const { run, log, end, withhold } = waiting({ w: "", a: "", b: "w" });
    await turn();
    await run.abort();
    expect(run.stoppedWhile).toEqual([["w", "a"]]);
    await end("a");
    expect(log).toEqual(["stopped"]);
    expect(await run.results()).toBe("w: not-started, a: done, b: not-started");
    await withhold(new Error("too late"));
  });

  test("continues after a failure if the run does", async () => {
    const { run, log, give, end } = waiting({ w: "", a: "" }, { continueOnError: true });
    await turn();
    await end("a", "failed");
    await give("values");
    expect(log).toEqual(["got values"]);
    await end("w");
    expect(await run.results()).toBe("w: done, a: failed");
  });
});

describe("a lane", () => {
  const lane = { width: 1 };
  const laneOf = ({ id }: Step) => (/[l-n]/.test(id) ? lane : undefined);

  test("has its own width, and waiting for it does not block other steps", async () => {
    const run = new Run({ l: "", m: "", n: "", a: "", b: "", c: "" }, { parallel: 3, laneOf });
    expect(run.news).toBe("lab");
    await run.end("a");
    expect(run.news).toBe("c");
    await run.end("b");
    expect(run.news).toBe("");
    await run.end("l");
    expect(run.news).toBe("m");
    await run.end("m");
    await run.end("n");
    await run.end("c");
    expect(await run.results()).toBe("l: done, m: done, n: done, a: done, b: done, c: done");
  });

  test("serves late steps in their order", async () => {
    const run = new Run({ m: "", l: "a", n: "", a: "", z: "l" }, { parallel: 9, laneOf });
    expect(run.news).toBe("am");
    await run.end("a");
    await run.end("m");
    expect(run.news).toBe("l");
  });

  test("does not block the end of a stopped run", async () => {
    const run = new Run({ l: "", m: "", a: "" }, { laneOf });
    await run.end("a", "failed");
    await run.end("l");
    expect(await run.results()).toBe("l: done, m: not-started, a: failed");
  });
});

describe("a step that releases its slot", () => {
  test("lets others run meanwhile, also in its lane, and continues even if the run is stopped", async () => {
    const waits = deferred<string>();
    const log: string[] = [];
    const lane = { width: 1 };
    const run = new Run(
      { a: "", b: "", c: "" },
      {
        parallel: 1,
        laneOf: () => lane,
        perform: async ({ id }, slot) => {
          if (id === "a") log.push(await slot.aside(() => waits.promise));
          return { result: id === "b" ? "failed" : "done", diagnostics: [] };
        },
      },
    );
    await turn();
    expect(run.news).toBe("ab");
    waits.resolve("waited");
    expect(await run.results()).toBe("a: done, b: failed, c: not-started");
    expect(log).toEqual(["waited"]);
  });

  test("receives the rejection once it has a slot again", async () => {
    const run = new Run(
      { a: "", b: "" },
      {
        parallel: 1,
        perform: async ({ id }, slot) => {
          const told =
            id === "a" ? await slot.aside(() => Promise.reject(new Error("no"))).catch(String) : "";
          return { result: told === "Error: no" ? "failed" : "done", diagnostics: [] };
        },
      },
    );
    expect(await run.results()).toBe("a: failed, b: done");
  });
});

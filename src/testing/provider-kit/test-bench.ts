import { randomUUID } from "node:crypto";
import type { Run, RunOptions, StackPlan } from "../../engine/index.js";
import {
  isDiagnosticError,
  printDiagnostic,
  type Change,
  type Diagnostic,
  type RunEvent,
  type Stored,
} from "../../model/index.js";
import { Stack } from "../../operations/stack/index.js";
import { recordProgram } from "../../program/index.js";
import { decoratedHost } from "../../provider/decorator/index.js";
import { packageHost, providersOf } from "../../provider/host/index.js";
import type { ResourceOptions } from "../../sdk/index.js";
import { quietTimer, systemTimer } from "../../std/index.js";
import { sampleMachine } from "../../store/conformance/index.js";
import { openStore } from "../../store/internal.js";
import type { Subject, TestTime } from "./check.js";
import { Contract, plainObject, providerConfig } from "./contract.js";
import type { AnyInputs, AnyObject } from "./sample.js";
import { Watch, watchedHost } from "./watched-host.js";

/** The name of the tested resource. */
export const sampleName = "sample";

/** One resource type with its own stack to test it in. */
export class TestBench {
  readonly subject: Subject;
  readonly stack: Stack;
  readonly watch: Watch;
  readonly contract: Contract;
  /** Everything that was shown to a user, and where. */
  readonly shown: Shown[] = [];
  readonly #program: { run: () => unknown };

  constructor(parts: BenchParts) {
    this.subject = parts.subject;
    this.stack = parts.stack;
    this.watch = parts.watch;
    this.contract = parts.contract;
    this.#program = parts.program;
  }

  get sample(): Subject["sample"] {
    return this.subject.sample;
  }

  get type(): string {
    return this.subject.defined.type;
  }

  /** The outputs that do not change by themselves. */
  get steadyOutputs(): readonly string[] {
    const { outputs, volatile = [] } = this.subject.defined;
    return Object.keys(outputs).filter((field) => !volatile.includes(field));
  }

  /** Sets the program: one resource of the type with these inputs. */
  asks(inputs: AnyInputs, options?: ResourceOptions): void {
    this.runs(() => void new this.sample.type(sampleName, inputs, options));
  }

  /** Sets a program that needs more than one resource. */
  runs(program: () => unknown): void {
    this.#program.run = program;
  }

  /** Sets a program with a new object of the sample, and creates the object. */
  async made(): Promise<{ readonly inputs: AnyInputs; readonly stored: StoredObject }> {
    const inputs = await this.sample.create();
    this.asks(inputs);
    await this.apply();
    return { inputs, stored: await this.object() };
  }

  /** Creates a new object besides those of the program, and returns the idempotency key of its create. */
  async madeBesides(name = sampleName): Promise<StoredObject & { readonly key: string }> {
    const inputs = await this.sample.create();
    const before = this.#program.run;
    this.runs(() => {
      before();
      void new this.sample.type(name, inputs);
    });
    await this.apply();
    return { ...(await this.object(name)), key: this.watch.made.at(-1)!.key };
  }

  async plan(): Promise<StackPlan> {
    const plan = await this.#unlessRefused("A plan succeeds.", () => this.stack.plan());
    this.shown.push({ where: "the text of a plan", text: plan.text() });
    this.shown.push({ where: "the JSON of a plan", text: JSON.stringify(plan.toJSON()) });
    this.#heard(plan.plan.warnings);
    return plan;
  }

  /** Plans and applies. A failure is a fault of the provider. */
  async apply(): Promise<void> {
    const run = await this.attempt();
    if (!run.ok) throw this.failed("An apply succeeds.", run);
  }

  /** Plans and applies; the apply may fail. */
  attempt(options: RunOptions = {}): Promise<Run> {
    return this.#ran("An apply", (watching) => this.stack.apply({ ...options, ...watching }));
  }

  async destroy(): Promise<void> {
    const plan = await this.#unlessRefused("A destroy can be planned.", () =>
      this.stack.plan({ destroy: true }),
    );
    this.shown.push({ where: "the text of a plan to destroy", text: plan.text() });
    const run = await this.#ran("A destroy", (watching) => this.stack.destroy(watching));
    if (!run.ok) throw this.failed("A destroy deletes everything.", run);
  }

  async expectNothingToDo(...suspects: readonly Suspect[]): Promise<void> {
    const plan = await this.plan();
    if (plan.isEmpty) return;
    throw this.fault(suspects, {
      expected: "A plan right after an apply has no changes.",
      happened: `It has these changes:\n${plan.text()}`,
    });
  }

  /** Returns the change of the sample's resource in a plan. */
  changeIn({ changes }: Pick<StackPlan, "changes">): Change | undefined {
    return changes.find(({ name, type }) => name === sampleName && type === this.type);
  }

  /** Returns the object as it is in state now. */
  async object(called = sampleName): Promise<StoredObject> {
    const { resources, objects } = await this.stack.snapshot();
    const resource = [...resources.values()].find(({ name, type }) => name === called && type === this.type);
    const row = [...objects.values()].find(
      ({ rid, status }) => rid === resource?.rid && status === "current",
    );
    if (row?.stored.id === undefined)
      throw new Error(`The state of the stack has no object of ${this.type}.`);
    return { ...row.stored, id: row.stored.id };
  }

  /** Returns the object in the form that samples see. */
  async sampleObject(): Promise<AnyObject> {
    return plainObject(await this.object());
  }

  fault(
    suspects: Suspect | readonly Suspect[],
    about: { readonly expected: string; readonly happened: string },
  ): Error {
    return fault(this.type, suspects, about);
  }

  /** Returns the error for a run that did not finish, which points at the hook that was called last. */
  failed(expected: string, run: Run): Error {
    return this.#refused(expected, diagnosticsOf(run));
  }

  /** Changes the object outside Coconut, and waits until every read shows the change. */
  async byOthers(change: () => Promise<unknown>): Promise<void> {
    await change();
    await this.contract.settled(this.type);
  }

  /** Deletes everything that the test created, without reading it first. Another test reports failures of deletes. */
  async close(): Promise<void> {
    this.runs(() => undefined);
    await this.stack.destroy({ refresh: false }).catch(() => undefined);
    for (const made of this.watch.made) await this.contract.delete(made).catch(() => undefined);
    await this.contract.close();
    await this.stack.close();
  }

  async #ran(what: string, start: (watching: RunOptions) => Promise<Run>): Promise<Run> {
    const onEvent = (event: RunEvent) =>
      this.shown.push({ where: `an event (${event.kind})`, text: JSON.stringify(event) });
    const run = await this.#unlessRefused(`${what} can start.`, () => start({ onEvent }));
    this.#heard(diagnosticsOf(run));
    return run;
  }

  async #unlessRefused<T>(expected: string, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (!isDiagnosticError(error)) throw error;
      this.#heard(error.diagnostics);
      throw this.#refused(expected, error.diagnostics);
    }
  }

  #heard(diagnostics: readonly Diagnostic[]): void {
    this.shown.push(
      ...diagnostics.map((each) => ({ where: `a diagnostic (${each.code})`, text: printDiagnostic(each) })),
    );
  }

  #refused(expected: string, diagnostics: readonly Diagnostic[]): Error {
    const last = this.watch.calls.findLast(({ type }) => type === this.type)?.hook ?? "plan";
    return this.fault(last === "plan" ? "modifyPlan" : last, { expected, happened: printed(diagnostics) });
  }
}

type BenchParts = Pick<TestBench, "subject" | "stack" | "watch" | "contract"> & {
  readonly program: { run: () => unknown };
};

/** An existing object as it is in state. */
export type StoredObject = Stored & { readonly id: string };

interface Shown {
  readonly where: string;
  readonly text: string;
}

export function diagnosticsOf(run: Run): readonly Diagnostic[] {
  return [...new Set([...run.diagnostics, ...run.reports.flatMap(({ diagnostics }) => diagnostics)])];
}

export function printed(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map(printDiagnostic).join("\n");
}

export async function openTestBench(subject: Subject): Promise<TestBench> {
  const { defined, projectFolder = process.cwd(), time = machineTime } = subject;
  // Idempotency keys are derived from the machine name, so it must be unique across tests and test runs.
  const ports = sampleMachine(`bench ${randomUUID()}`).process(1);
  const store = await openStore("memory:", ports);
  const program: { run: () => unknown } = { run: () => undefined };
  const watch = new Watch();
  const found = await subject.open();
  const stack = new Stack({
    store: await store.open({ project: "bench", name: "test" }, { create: true }),
    host: ({ registrations }) =>
      watchedHost(
        decoratedHost(
          packageHost({
            projectFolder,
            packages: [...new Set([defined.provider, ...providersOf(registrations)])],
          }),
          ({ package: other }) => (other.name === found.name ? found : other),
        ),
        watch,
      ),
    record: (settings) => recordProgram(() => program.run(), settings),
    settings: { project: "bench", stack: "test", config: providerConfig(subject) },
    actor: "test",
    projectFolder,
    moves: { read: async () => ({ groups: [] }), change: async () => {} },
    now: () => new Date(time.now()).toISOString(),
    elapsed: () => performance.now(),
    timer: quietTimer,
    pauses: time,
  });
  return new TestBench({
    subject,
    stack,
    watch,
    program,
    contract: await Contract.open(subject, found, time),
  });
}

const machineTime: TestTime = { now: Date.now, after: systemTimer.after };

/** A hook, or another part of a resource type. */
type Suspect =
  | "create"
  | "read"
  | "update"
  | "delete"
  | "planDelete"
  | "lookup"
  | "find"
  | "logs"
  | "stats"
  | "replaceOn"
  | "modifyPlan"
  | "outputs"
  | "inputs";

/** Returns the error for a provider that fails a test: the expectation, what happened, and where to look. */
function fault(
  type: string,
  suspects: Suspect | readonly Suspect[],
  { expected, happened }: { readonly expected: string; readonly happened: string },
): Error {
  return new Error(
    `Expected: ${expected}\nHappened: ${happened}\nLook at: ${[suspects].flat().join(" and ")} of ${type}`,
  );
}

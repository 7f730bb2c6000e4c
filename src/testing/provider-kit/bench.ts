import { randomUUID } from "node:crypto";
import { Stack, type Run, type RunOptions, type StackPlan } from "../../engine/index.js";
import {
  isDiagnosticError,
  printDiagnostic,
  type Diagnostic,
  type ObjectRow,
  type RunEvent,
  type Stored,
} from "../../model/index.js";
import { recordProgram } from "../../program/index.js";
import { packageHost, providersOf } from "../../provider/host/index.js";
import type { ResourceOptions } from "../../sdk/index.js";
import { openStore } from "../../store/index.js";
import { sampleMachine } from "../../store/conformance/index.js";
import type { Subject } from "./check.js";
import { configValues } from "./config-values.js";
import { Contract } from "./contract.js";
import { fault, type Suspect } from "./fault.js";
import type { AnyObject } from "./sample.js";
import { Watch, watchedHost } from "./watched-host.js";

/** The name of the resource that is tested. */
export const sampleName = "sample";

/** One resource type and a stack of its own to try it in. */
export class Bench {
  readonly subject: Subject;
  readonly stack: Stack;
  readonly watch: Watch;
  readonly contract: Contract;
  /** Everything that was shown to anybody. */
  readonly shown: string[] = [];
  readonly #program: { run: () => unknown };

  constructor(
    parts: Pick<Bench, "subject" | "stack" | "watch" | "contract"> & { program: { run: () => unknown } },
  ) {
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

  /** What the program is from now on: one resource of the type with these inputs. */
  asks(inputs: object, options?: ResourceOptions): void {
    this.#program.run = () => void new this.sample.type(sampleName, inputs, options);
  }

  /** For programs that need more than one resource. */
  runs(program: () => unknown): void {
    this.#program.run = program;
  }

  async plan(): Promise<StackPlan> {
    try {
      const plan = await this.stack.plan();
      this.shown.push(plan.text(), JSON.stringify(plan.toJSON()), ...plan.plan.warnings.map(printDiagnostic));
      return plan;
    } catch (error) {
      throw this.#refused("A plan can be made.", error);
    }
  }

  /** Plans and applies; whatever keeps it from being done is a fault of the provider. */
  async apply(options: RunOptions = {}): Promise<Run> {
    const run = await this.attempt(options);
    if (!run.ok) throw this.#failed("An apply does what was planned.", diagnosticsOf(run));
    return run;
  }

  /** The same where it may fail. */
  async attempt(options: RunOptions = {}): Promise<Run> {
    try {
      const run = await this.stack.apply({ ...options, onEvent: (event) => this.#heard(event) });
      this.shown.push(...diagnosticsOf(run).map(printDiagnostic));
      return run;
    } catch (error) {
      throw this.#refused("An apply can be made.", error);
    }
  }

  /** Applies, and then expects that there is nothing left to do. */
  async settles(suspect: Suspect): Promise<void> {
    await this.apply();
    const plan = await this.plan();
    if (plan.isEmpty) return;
    throw fault(this.type, suspect, {
      expected: "Right after an apply, a plan has nothing to do.",
      happened: `It has this to do:\n${plan.text()}`,
    });
  }

  /** What state holds of the object now. */
  async object(): Promise<Stored & { readonly id: string }> {
    const stored = (await this.#row())?.stored;
    if (stored?.id === undefined) throw new Error(`The stack holds no object of ${this.type}.`);
    return { ...stored, id: stored.id };
  }

  /** The same as samples see it. */
  async sampleObject(): Promise<AnyObject> {
    return this.contract.plain(await this.object());
  }

  /** Deletes all that the test made. What cannot be deleted has been told by another test. */
  async close(): Promise<void> {
    this.runs(() => undefined);
    await this.stack.destroy().catch(() => undefined);
    for (const made of this.watch.made) await this.contract.delete(made).catch(() => undefined);
    await this.contract.close();
    await this.stack.close();
  }

  async #row(): Promise<ObjectRow | undefined> {
    const { resources, objects } = await this.stack.snapshot();
    const resource = [...resources.values()].find(
      ({ name, type }) => name === sampleName && type === this.type,
    );
    return [...objects.values()].find(({ rid, status }) => rid === resource?.rid && status === "current");
  }

  #heard(event: RunEvent): void {
    this.shown.push(JSON.stringify(event));
  }

  #refused(expected: string, error: unknown): Error {
    if (!isDiagnosticError(error)) throw error;
    return this.#failed(expected, error.diagnostics);
  }

  #failed(expected: string, diagnostics: readonly Diagnostic[]): Error {
    const texts = diagnostics.map(printDiagnostic);
    this.shown.push(...texts);
    const last = this.watch.calls.at(-1)?.hook ?? "plan";
    return fault(this.type, last === "plan" ? "modifyPlan" : last, { expected, happened: texts.join("\n") });
  }
}

function diagnosticsOf(run: Run): readonly Diagnostic[] {
  return [...run.diagnostics, ...run.reports.flatMap(({ diagnostics }) => diagnostics)];
}

export async function openBench(subject: Subject): Promise<Bench> {
  const { defined, projectFolder = process.cwd() } = subject;
  // Keys are made from the name of the machine: no two tests may have the same, nor two runs of the tests.
  const ports = sampleMachine(`bench ${randomUUID()}`).process(1);
  const store = await openStore("memory:", ports);
  const program: { run: () => unknown } = { run: () => undefined };
  const watch = new Watch();
  const stack = new Stack({
    store: await store.open({ project: "bench", name: "test" }, { create: true }),
    host: ({ registrations }) =>
      watchedHost(
        packageHost({
          projectFolder,
          packages: [...new Set([defined.provider, ...providersOf(registrations)])],
        }),
        watch,
      ),
    record: (settings) => recordProgram(() => program.run(), settings),
    settings: { project: "bench", stack: "test", config: configValues(subject) },
    actor: "test",
    projectFolder,
    moves: { read: async () => ({ groups: [] }), write: async () => {} },
    now: () => new Date().toISOString(),
    elapsed: () => performance.now(),
  });
  return new Bench({ subject, stack, watch, program, contract: await Contract.open(subject) });
}

import { groupBy } from "../../std/group-by.js";
import type { AtOnce } from "../../std/index.js";
import { JSON } from "../../std/plain-json.js";
import {
  containsEphemeral,
  DiagnosticError,
  isDiagnosticError,
  packageKey,
  type PackageRecord,
  type Registration,
  type Value,
} from "../../model/index.js";
import { inPlannedSpelling } from "../../plan/index.js";
import type { Asked } from "../facts/asked.js";
import type { AsPlanned } from "../planning/walk/walk-context.js";
import type { PlanDocument } from "./plan-document.js";
import { otherOutputs, otherProvider, otherRegistrations } from "./plan-file-problem.js";
import {
  outputDifferences,
  planDifferences,
  planTraits,
  registrationDifferences,
  type Plannable,
} from "./plan-traits.js";
import { registrationPremise, type RegistrationPremise } from "./registration-premise.js";
import { questionKey, type Tape, type TapedQuestion } from "./tape.js";

/** Replays the answers of a plan file until the plan has proved to be the same. After that, providers are called. */
export class Replay implements Tape {
  readonly #document: PlanDocument;
  readonly #digest: (text: string) => string;
  /** Packages by name. One plan may use several versions of a package. */
  readonly #packages: ReadonlyMap<string, readonly PackageRecord[]>;
  /** The resources declared when the plan was made, by URN. */
  readonly #planned: ReadonlyMap<string, RegistrationPremise>;
  /** The number of times each question was asked. */
  readonly #asked = new Map<string, number>();
  readonly #registrations = new Map<string, RegistrationPremise>();
  readonly #openings: (() => Promise<void>)[] = [];
  #otherProvider: DiagnosticError | undefined;
  /** Questions that were not asked when the plan was made. */
  readonly #unheard: TapedQuestion[] = [];
  #isLive = false;
  /** True if the program used an ephemeral function result, for which providers are called. */
  #isAskedAgain = false;

  constructor(document: PlanDocument, digest: (text: string) => string) {
    this.#document = document;
    this.#digest = digest;
    this.#packages = groupBy(document.packages, ({ name }) => name);
    this.#planned = new Map(document.plan.registrations.map((each) => [each.urn, each]));
  }

  loaded(record: PackageRecord): void {
    const then = this.#packages.get(record.name);
    if (then === undefined || this.#isLive || then.some((each) => isSameCode(each, record))) return;
    this.#otherProvider ??= new DiagnosticError(otherProvider(then, record));
    throw this.#otherProvider;
  }

  async ask<Answer>(question: TapedQuestion, live: () => AtOnce<Answer>): Promise<Answer> {
    if (this.#isLive) return live();
    const answer = this.#recall(question);
    if (!isAskedAgain(question, answer)) return answer as Answer;
    this.#isAskedAgain = true;
    return live();
  }

  askNow<Answer>(question: TapedQuestion, live: () => Answer): Answer {
    return this.#isLive ? live() : (this.#recall(question) as Answer);
  }

  configured(open: () => Promise<void>): void {
    if (!this.#isLive) this.#openings.push(open);
  }

  asked(registration: Registration, asked: Asked): void {
    if (this.#isLive) return;
    const { urn } = registration;
    const hidden = { fields: this.#hiddenInputs(urn), digest: this.#digest };
    this.#registrations.set(urn, registrationPremise(registration, asked, hidden));
  }

  /** The inputs whose values the file does not contain. */
  #hiddenInputs(urn: string): readonly string[] {
    return Object.keys(this.#planned.get(urn)?.digests ?? {});
  }

  /** Inputs that are spelled differently but are equivalent are planned as they were. */
  readonly asPlanned: AsPlanned = (registration, asked, isEquivalent) => {
    const then = this.#isLive ? undefined : this.#planned.get(registration.urn);
    if (then === undefined) return asked;
    const hidden = this.#hiddenInputs(registration.urn).filter((field) => Object.hasOwn(asked.inputs, field));
    const kept = Object.fromEntries(hidden.map((field) => [field, asked.inputs[field]]));
    const inputs = inPlannedSpelling({ ...then.inputs, ...kept }, asked.inputs, isEquivalent);
    if (inputs === asked.inputs) return asked;
    const spelled = { ...asked, inputs };
    this.asked(registration, spelled);
    return spelled;
  };

  /** Plans again from the recorded answers. Throws unless the result equals the plan in the file. */
  async plan<Worked extends Plannable>(
    program: { readonly registrations: readonly Registration[] },
    make: () => Promise<Worked>,
  ): Promise<Worked> {
    let worked: Worked;
    try {
      worked = await make();
    } catch (error) {
      if (!isDiagnosticError(error)) throw error;
      throw this.#refusal(program.registrations, error);
    }
    const { plan } = this.#document;
    const traits = planTraits(worked, [...this.#registrations.values()]);
    const differences = planDifferences(plan, traits);
    const [first, ...rest] = this.#isAskedAgain ? worked.plan.held : [];
    if (differences.length > 0 && first !== undefined) throw new DiagnosticError(first, ...rest);
    if (differences.length > 0) throw new DiagnosticError(otherRegistrations(differences));
    const outputs = outputDifferences(plan, traits);
    if (outputs.length > 0) throw new DiagnosticError(otherOutputs(outputs));
    return worked;
  }

  /** Switches to real provider calls and configures the providers that planning used. */
  async goLive(): Promise<void> {
    this.#isLive = true;
    for (const open of this.#openings) await open();
  }

  #recall(question: TapedQuestion): unknown {
    const key = questionKey(question);
    const { answers } = this.#document;
    if (!Object.hasOwn(answers, key)) {
      this.#unheard.push(question);
      throw new DiagnosticError(otherRegistrations(unheardLines([question])));
    }
    const given = answers[key]!;
    const time = this.#asked.get(key) ?? 0;
    this.#asked.set(key, time + 1);
    return given[Math.min(time, given.length - 1)];
  }

  /**
   * Returns the error for a failed replay. A problem that is only a consequence of a changed declaration is left out.
   */
  #refusal(registrations: readonly Registration[], cause: DiagnosticError): DiagnosticError {
    if (this.#otherProvider !== undefined) return this.#otherProvider;
    const { registrations: before } = this.#document.plan;
    const behind = new Set(
      registrations.map(({ urn }) => urn).filter((urn) => !this.#registrations.has(urn)),
    );
    const differences = registrationDifferences(
      before.filter(({ urn }) => !behind.has(urn)),
      [...this.#registrations.values()],
    );
    const lines = differences.length > 0 ? differences : unheardLines(this.#unheard);
    // A question that was asked again was answered with a refusal.
    if (lines.length === 0 && this.#isAskedAgain) return cause;
    const others = cause.diagnostics.filter(({ code }) => code !== "engine/plan-file-other-program");
    return new DiagnosticError(otherRegistrations(lines), ...others);
  }
}

/** The file contains no ephemeral values, but it contains the plan that they lead to, which must be the same. */
function isAskedAgain({ kind }: TapedQuestion, answer: unknown): boolean {
  return mayBeEphemeral.has(kind) && containsEphemeral(answer as Value);
}

const mayBeEphemeral = new Set(["invoke", "call", "checkConfig"]);

function isSameCode(then: PackageRecord, now: PackageRecord): boolean {
  const checksumsOf = ({ plugin }: PackageRecord) => JSON.stringify(plugin?.checksums ?? []);
  return packageKey(then) === packageKey(now) && checksumsOf(then) === checksumsOf(now);
}

function unheardLines(questions: readonly TapedQuestion[]): readonly string[] {
  return questions.map(
    ({ kind, urn, package: { name } }) => `different provider call: ${kind} of ${urn ?? name}`,
  );
}

import type { AtOnce } from "../../std/index.js";
import {
  packageKey,
  unrecordedInputs,
  type PackageRecord,
  type Planned,
  type Registration,
  type Value,
} from "../../model/index.js";
import type { Asked } from "../facts/asked.js";
import { registrationPremise, type RegistrationPremise } from "./registration-premise.js";
import { questionKey, type Tape, type TapedQuestion } from "./tape.js";

interface TapeEntry {
  readonly question: TapedQuestion;
  answer: unknown;
}

/** Records the answers of providers and the declared resources while a plan is made. */
export class Recording implements Tape {
  readonly #entries: TapeEntry[] = [];
  /** Packages by `packageKey`. */
  readonly #packages = new Map<string, PackageRecord>();
  /** Declared resources by URN. A plan may take several attempts; the last one counts. */
  readonly #asked = new Map<string, { readonly registration: Registration; readonly asked: Asked }>();
  #isOver = false;

  loaded(record: PackageRecord): void {
    if (!this.#isOver) this.#packages.set(packageKey(record), record);
  }

  async ask<Answer>(question: TapedQuestion, live: () => AtOnce<Answer>): Promise<Answer> {
    const entry = this.#begin(question);
    const answer = await live();
    entry.answer = answer;
    return answer;
  }

  askNow<Answer>(question: TapedQuestion, live: () => Answer): Answer {
    const entry = this.#begin(question);
    const answer = live();
    entry.answer = answer;
    return answer;
  }

  configured(): void {}

  asked(registration: Registration, asked: Asked): void {
    if (!this.#isOver) this.#asked.set(registration.urn, { registration, asked });
  }

  /** Stops recording. Later calls are not part of the plan. */
  end(): void {
    this.#isOver = true;
  }

  get packages(): readonly PackageRecord[] {
    return [...this.#packages.values()];
  }

  /** Returns the declared resources. Inputs that plans do not record are replaced by `digest`. */
  registrations(
    plannedOf: (urn: string) => Planned | undefined,
    digest: (text: string) => string,
  ): readonly RegistrationPremise[] {
    return [...this.#asked.values()].map(({ registration, asked }) => {
      const fields = unrecordedInputs(asked.inputs, plannedOf(registration.urn));
      return registrationPremise(registration, asked, { fields, digest });
    });
  }

  /** The answers by question, one for each time it was asked. */
  get answers(): Answers {
    const answers = new Map<string, Value[]>();
    for (const { question, answer } of this.#entries) {
      if (answer === undefined) continue;
      const key = questionKey(question);
      answers.set(key, [...(answers.get(key) ?? []), answer as Value]);
    }
    return Object.fromEntries(answers);
  }

  #begin(question: TapedQuestion): TapeEntry {
    const entry: TapeEntry = { question, answer: undefined };
    if (!this.#isOver) this.#entries.push(entry);
    return entry;
  }
}

export type Answers = { readonly [question: string]: readonly Value[] };

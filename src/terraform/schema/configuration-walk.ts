import { isEphemeral, printPropertyPath, type PathSegment, type Secret } from "../../model/index.js";
import { MarkCollector, type MarkKey, type Marks } from "./marks.js";

/** Something in the inputs of a program that the schema does not allow. Texts never contain values. */
export interface ConfigurationFault {
  /** The property path as the program spells it. It ends at a secret. */
  readonly path: string;
  readonly text: string;
  readonly hint?: string | undefined;
}

/** The state of one walk through inputs: where it is, and what it has found. */
export class ConfigurationWalk {
  readonly #faults: ConfigurationFault[] = [];
  readonly #collector = new MarkCollector();
  readonly #program: PathSegment[] = [];
  readonly #keys: MarkKey[] = [];
  /** The number of keys outside the outermost set. */
  #keysOutsideSet: number | undefined;
  /** The number of program steps up to the outermost secret. */
  #stepsToSecret: number | undefined;
  #secretsOpen = 0;

  get faults(): readonly ConfigurationFault[] {
    return this.#faults;
  }

  get marks(): Marks {
    return this.#collector.marks;
  }

  get isInSecret(): boolean {
    return this.#secretsOpen > 0;
  }

  /** True once there are more faults than anyone reads; the rest of the inputs need not be walked. */
  get isFull(): boolean {
    return this.#faults.length >= mostFaults;
  }

  /** Enters a part. `step` is undefined for an object that stands for a list with one element. */
  enter(step: PathSegment | undefined, key: MarkKey): void {
    if (step !== undefined) this.#program.push(step);
    this.#keys.push(key);
  }

  leave(step: PathSegment | undefined): void {
    if (step !== undefined) this.#program.pop();
    this.#keys.pop();
  }

  /** Returns whether the set is the outermost one; `leaveSet` needs the answer. */
  enterSet(): boolean {
    if (this.#keysOutsideSet !== undefined) return false;
    this.#keysOutsideSet = this.#keys.length;
    return true;
  }

  leaveSet(isOutermost: boolean): void {
    if (isOutermost) this.#keysOutsideSet = undefined;
  }

  enterSecret(secret: Secret): void {
    this.#collector.add(
      this.#keys.slice(0, this.#keysOutsideSet),
      isEphemeral(secret) ? "ephemeral" : "secret",
    );
    if (this.#secretsOpen++ === 0) this.#stepsToSecret = this.#program.length;
  }

  leaveSecret(): void {
    if (--this.#secretsOpen === 0) this.#stepsToSecret = undefined;
  }

  /** Reports a fault of the current part, or of a property of it. Inside a secret, only the place of the secret is named. */
  fault(text: string, { hint, property }: { readonly hint?: string; readonly property?: string } = {}): void {
    if (this.isFull) return;
    const hidden = this.#stepsToSecret;
    const steps = property === undefined ? this.#program : [...this.#program, property];
    const path = printPropertyPath(steps.slice(0, hidden));
    this.#faults.push({
      path,
      text: hidden === undefined ? text : `Inside this secret value: ${text}`,
      ...(hint !== undefined && { hint }),
    });
  }
}

const mostFaults = 100;

import {
  constant,
  isDiagnosticError,
  type Diagnostic,
  type Expression,
  type Registration,
  type ValueObject,
} from "../../model/index.js";
import { capture } from "./capture.js";
import { handedOver, runIn, runOutside, type Context } from "./context.js";
import type { RegistrationRecord } from "./recorder.js";

/** Constructs the contents of a package's component and returns the component's outputs. */
export type ConstructComponent = (request: ConstructRequest) => unknown;

export interface ConstructRequest {
  readonly component: Registration;
  /** The arguments of the component in the program. */
  readonly inputs: { readonly [name: string]: Expression };
  /** The options of the component in the program. */
  readonly options: object;
}

/**
 * The components whose children are constructed by packages. Packages are loaded while the program runs, so the program
 * ends only after they have finished. They run one at a time, in the order in which the program declared the
 * components. Their resources are ordered below their component, in the order of the program.
 */
export class Constructions {
  readonly #byPlace = new Map<string, Registration>();
  readonly #unfinished = new Set<Registration>();
  readonly #failed: Failed[] = [];
  #last: Promise<void> = Promise.resolve();

  /** Starts the construction of a component. If no packages are available, as in `testProgram()`, it stays empty. */
  begin(context: Context, component: RegistrationRecord, options: object): void {
    const { constructorOf } = context.recorder.settings;
    if (constructorOf === undefined) return;
    this.#byPlace.set(placeText(component.sequence), component);
    const work = async () => {
      const construct = await runOutside(() => constructorOf(context.recorder, component));
      await run(construct, context, component, options);
    };
    this.#unfinished.add(component);
    this.#last = this.#last
      .then(work)
      .catch((error: unknown) => void this.#failed.push({ component, error }))
      .finally(() => this.#unfinished.delete(component));
  }

  /**
   * Returns the component that code at this place of the program constructs resources for, if a package constructs it.
   */
  around(place: readonly number[]): Registration | undefined {
    if (this.#byPlace.size === 0) return undefined;
    for (let length = place.length; length > 0; length--) {
      const component = this.#byPlace.get(placeText(place.slice(0, length)));
      if (component !== undefined) return component;
    }
    return undefined;
  }

  /** True if a construction for the code at this place is still running. */
  isBusy(place: readonly number[]): boolean {
    return [...this.#unfinished].some((each) => isBelow(each, place));
  }

  /** Waits until all constructions that the code at this place started have finished, and returns their errors. */
  async finish(place: readonly number[]): Promise<readonly Diagnostic[]> {
    while (this.isBusy(place)) await this.#last;
    return this.#failed.filter(({ component }) => isBelow(component, place)).flatMap(diagnosticsOf);
  }
}

interface Failed {
  readonly component: Registration;
  readonly error: unknown;
}

function diagnosticsOf({ component, error }: Failed): readonly Diagnostic[] {
  if (!isDiagnosticError(error)) throw error;
  const { urn, position } = component;
  return error.diagnostics.map((diagnostic) => ({
    resource: urn,
    ...(position && { position }),
    ...diagnostic,
  }));
}

async function run(
  construct: ConstructComponent,
  { recorder, origin, runs, knows }: Context,
  component: RegistrationRecord,
  options: object,
): Promise<void> {
  const place = component.sequence;
  const context: Context = { recorder, origin, runs, place, made: 0, open: true, knows };
  try {
    await runIn(context, async () => {
      const offers = await construct({ component, inputs: inputsOf(component), options });
      component.outputs = handedOver(capture(offers ?? {}));
    });
  } finally {
    context.open = false;
  }
}

/** Returns the arguments of the program, not the component's own properties, which exist only once its children do. */
function inputsOf({ inputs }: Registration): ConstructRequest["inputs"] {
  const entries =
    inputs.kind === "object"
      ? inputs.keys.map((name, index) => [name, inputs.values[index]!] as const)
      : Object.entries((inputs as { readonly value: ValueObject }).value).map(
          ([name, value]) => [name, constant(value)] as const,
        );
  return Object.fromEntries(entries);
}

function isBelow({ sequence }: Registration, place: readonly number[]): boolean {
  return place.every((number, index) => sequence[index] === number);
}

function placeText(place: readonly number[]): string {
  return place.join(".");
}

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

/** Makes what is in a component of a package, and returns what the component offers. */
export type ConstructComponent = (request: ConstructRequest) => unknown;

export interface ConstructRequest {
  readonly component: Registration;
  /** The arguments that the program gave. */
  readonly inputs: { readonly [name: string]: Expression };
  /** As the program gave them. */
  readonly options: object;
}

/**
 * The components whose children packages make. Packages are loaded while the program runs, so it has ended when they
 * have made everything too. One works at a time, in the order in which the program made the components; what it makes
 * stands below its component in the order of the program.
 */
export class Constructions {
  readonly #byPlace = new Map<string, Registration>();
  readonly #unfinished = new Set<Registration>();
  readonly #failed: Failed[] = [];
  #last: Promise<void> = Promise.resolve();

  /** Without packages, as in the test of a program alone, a component stays empty. */
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

  /** The component in which code at this place of the program makes resources, if a package makes that component. */
  around(place: readonly number[]): Registration | undefined {
    if (this.#byPlace.size === 0) return undefined;
    for (let length = place.length; length > 0; length--) {
      const component = this.#byPlace.get(placeText(place.slice(0, length)));
      if (component !== undefined) return component;
    }
    return undefined;
  }

  /** Whether something is still being made for the code at this place. */
  isBusy(place: readonly number[]): boolean {
    return [...this.#unfinished].some((each) => isBelow(each, place));
  }

  /** Waits until everything is made that the code at this place asked for; says what went wrong. */
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

/** What the program gave, and not what the component has: the component has it only when its children are there. */
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

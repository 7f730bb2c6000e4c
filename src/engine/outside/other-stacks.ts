import {
  DiagnosticError,
  getProperty,
  isDiagnosticError,
  isReference,
  isUnknown,
  mapValue,
  openSecrets,
  type Diagnostic,
  type Question,
  type Value,
  type ValueObject,
} from "../../model/index.js";
import { nearestName } from "../../std/index.js";
import type { StackAddress } from "../../store/internal.js";
import { problem } from "../diagnostics.js";
import { JSON } from "../../std/plain-json.js";
import type { OpenOtherStack } from "../facts/evaluation-ports.js";

export type StackQuestion = Extract<Question, { readonly kind: "stack-outputs" }>;

/**
 * The outputs of other stacks, read once per evaluation: a program never sees two versions of one stack. Other stacks
 * are neither locked nor written.
 */
export class OtherStacks {
  readonly #open: OpenOtherStack | undefined;
  readonly #read = new Map<string, Promise<ValueObject>>();

  constructor(open: OpenOtherStack | undefined) {
    this.#open = open;
  }

  /** True if any other stack was read. */
  get areAsked(): boolean {
    return this.#read.size > 0;
  }

  /** Returns all outputs, or the one that `value` names. */
  async ask({ project, stack, which }: StackQuestion, value: Value): Promise<Value> {
    const outputs = await this.#outputsOf({ project, name: stack });
    if (which === "all") return outputs;
    const name = outputName(value);
    if (which === "required" && !Object.hasOwn(outputs, name))
      throw new DiagnosticError(noSuchOutput(`${project}/${stack}`, name, outputs));
    return getProperty(outputs, name);
  }

  #outputsOf(address: StackAddress): Promise<ValueObject> {
    const key = JSON.stringify([address.project, address.name]);
    const known = this.#read.get(key) ?? readOutputs(address, this.#open);
    this.#read.set(key, known);
    return known;
  }
}

async function readOutputs(address: StackAddress, open: OpenOtherStack | undefined): Promise<ValueObject> {
  if (open === undefined) throw new DiagnosticError(noOtherStacks(address));
  try {
    const store = await open(address);
    try {
      const { snapshot } = await store.read();
      return mapValue(snapshot.outputs, withoutReference) as ValueObject;
    } finally {
      await store.close();
    }
  } catch (error) {
    throw isDiagnosticError(error) ? aboutOther(error, address) : error;
  }
}

/** Marks diagnostics of a store as being about the other stack, not this one. */
function aboutOther({ diagnostics }: DiagnosticError, { project, name }: StackAddress): DiagnosticError {
  const message = `The problem is in the stack ${project}/${name}, which the program references`;
  const [first, ...rest] = diagnostics.map((each) => ({
    ...each,
    related: [...(each.related ?? []), { message }],
  }));
  return new DiagnosticError(first!, ...rest);
}

/**
 * Replaces a reference to a resource of another stack by its id, or the URN of a component: this stack cannot depend on
 * it.
 */
function withoutReference(value: Value): Value {
  if (!isReference(value)) return value;
  return value.id === undefined || isUnknown(value.id) ? value.urn : value.id;
}

function outputName(value: Value): string {
  const name = openSecrets(value);
  if (typeof name === "string") return name;
  throw new DiagnosticError(
    problem("engine/wrong-arguments", {
      detail: "The name of an output of a referenced stack is not a string.",
      hint: 'Pass the name of the output:\n    reference.requireOutput("url")',
    }),
  );
}

function noSuchOutput(stack: string, name: string, outputs: ValueObject): Diagnostic {
  const names = Object.keys(outputs);
  const nearest = nearestName(name, names);
  return problem("engine/no-such-stack-output", {
    detail:
      names.length === 0
        ? `The program requires the output ${JSON.stringify(name)} of the stack ${stack}, which has no outputs.`
        : `The program requires the output ${JSON.stringify(name)} of the stack ${stack}, which has these outputs: ${names.join(", ")}.`,
    hint:
      names.length === 0
        ? "Apply that stack first, or export the value from its program."
        : nearest === undefined
          ? "Export the value from that stack's program and apply it, or use getOutput() if the output is optional."
          : `Did you mean ${JSON.stringify(nearest)}?`,
  });
}

function noOtherStacks({ project, name }: StackAddress): Diagnostic {
  return problem("engine/no-other-stacks", {
    detail: `The program references the stack ${project}/${name}, but this stack was opened without a store that holds other stacks.`,
    hint: "Open both stacks with the same store.",
  });
}

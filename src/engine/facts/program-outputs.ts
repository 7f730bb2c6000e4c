import {
  setProperty,
  unknown,
  type Diagnostic,
  type Expression,
  type Value,
  type ValueObject,
} from "../../model/index.js";
import type { Dependencies, Evaluator } from "../../program/index.js";
import { ephemeralOutputs } from "./ephemeral-sinks.js";

/** The stack outputs that a program returned. */
export interface ProgramOutputs {
  readonly ok: boolean;
  /** Outputs that could not be evaluated are unknown. */
  readonly value: Value;
  /** The names of outputs that could not be evaluated; undefined if the whole value could not. */
  readonly failed: ReadonlySet<string> | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Evaluates the outputs of a program. An output that is ephemeral, or whose source could not be planned, fails alone.
 */
export async function evaluateOutputs(outputs: Expression, evaluator: Evaluator): Promise<ProgramOutputs> {
  const whole = await evaluator.evaluate(outputs);
  if (whole.ok)
    return withoutEphemeral({ ok: true, value: whole.value, failed: new Set<string>(), diagnostics: [] });
  const { diagnostics } = whole;
  if (outputs.kind !== "object") return { ok: false, value: unknown, failed: undefined, diagnostics };
  const value: { [name: string]: Value } = {};
  const failed = new Set<string>();
  for (const [index, name] of outputs.keys.entries()) {
    const evaluated = await evaluator.evaluate(outputs.values[index]!);
    if (!evaluated.ok) failed.add(name);
    setProperty(value, name, evaluated.ok ? evaluated.value : unknown);
  }
  return withoutEphemeral({ ok: false, value, failed, diagnostics });
}

/** State records outputs, so those that are ephemeral fail. */
function withoutEphemeral(outputs: ProgramOutputs): ProgramOutputs {
  const refused = ephemeralOutputs(outputs.value);
  if (refused.size === 0) return outputs;
  const diagnostics = [...outputs.diagnostics, ...refused.values()];
  if (refused.has(undefined)) return { ok: false, value: unknown, failed: undefined, diagnostics };
  const value = Object.fromEntries(
    Object.entries(outputs.value as ValueObject).map(([name, each]) => [
      name,
      refused.has(name) ? unknown : each,
    ]),
  );
  const failed = new Set([...outputs.failed!, ...([...refused.keys()] as string[])]);
  return { ok: false, value, failed, diagnostics };
}

/** Returns the resources that one output comes from. Call it only after all outputs have been evaluated. */
export function outputDependencies(outputs: Expression, name: string, evaluator: Evaluator): Dependencies {
  const evaluated = evaluator.evaluate(expressionOf(outputs, name));
  if ("then" in evaluated)
    throw new Error(`This is a bug in Coconut: the output ${name} was requested before it was evaluated.`);
  return evaluated.dependencies;
}

/** Returns the expression of one output, or the whole expression if the program returned a single Output for all. */
function expressionOf(outputs: Expression, name: string): Expression {
  const index = outputs.kind === "object" ? outputs.keys.indexOf(name) : -1;
  return outputs.kind === "object" && index >= 0 ? outputs.values[index]! : outputs;
}

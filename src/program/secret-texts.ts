import { operandsOf, secretTextsIn, textsIn, type Expression } from "../model/index.js";
import type { Recorder } from "../sdk/internal.js";

/** Returns the texts of secrets that code of the program was given. */
export function openedTexts({ openedSecrets }: Recorder): readonly string[] {
  return openedSecrets.flatMap((value) => [...textsIn(value)]);
}

/** Returns the texts of all known secrets of a program: configured, written in it, or given to its code. */
export function secretTexts(recorder: Recorder): ReadonlySet<string> {
  const { settings, registrations, callbacks } = recorder;
  const texts = new Set([...openedTexts(recorder), ...secretTextsIn(Object.values(settings.config ?? {}))]);
  const seen = new Set<Expression>();
  const roots = [...registrations.map(({ inputs }) => inputs), ...callbacks.map(({ to }) => to)];
  // Iterative: expressions may be deep.
  const waiting = roots.map((expression) => ({ expression, isSecret: false }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { expression } = next;
    if (seen.has(expression)) continue;
    seen.add(expression);
    const isSecret = next.isSecret || expression.kind === "secret";
    if (expression.kind === "constant") {
      const found = isSecret ? textsIn(expression.value) : secretTextsIn([expression.value]);
      for (const text of found) texts.add(text);
    }
    for (const part of operandsOf(expression)) waiting.push({ expression: part, isSecret });
  }
  return texts;
}

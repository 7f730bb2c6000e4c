import {
  containsEphemeral,
  ephemeralOf,
  setProperty,
  unknown,
  type Value,
  type ValueObject,
} from "../../model/index.js";

/** The properties that state has no values of, because they were ephemeral. */
export function ephemeralNames(values: ValueObject): readonly string[] {
  return Object.keys(values).filter((name) => containsEphemeral(values[name]));
}

/** Other tools do not know the mark of these, so deployments leave them out and name them under `coconut`. */
export function withoutEphemeral(values: ValueObject): ValueObject {
  const names = ephemeralNames(values);
  if (names.length === 0) return values;
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

export function withEphemeral(values: ValueObject, names: readonly string[]): ValueObject {
  if (names.length === 0) return values;
  const marked: { [name: string]: Value } = { ...values };
  for (const name of names) setProperty(marked, name, ephemeralOf(unknown));
  return marked;
}

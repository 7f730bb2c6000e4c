/**
 * A constraint over several inputs of a resource. It is checked as soon as its fields are known; an omitted field
 * counts as known. `Field` are the names of its inputs, `Values` the types that its function takes.
 */
export type Constraint<Field extends string, Values> = FieldGroup<Field> | Rule<Field, Values>;

/** A constraint on which fields of a group may be set together. */
export interface FieldGroup<Field extends string> {
  readonly kind: "exactlyOneOf" | "requiredWith" | "conflicts";
  readonly fields: readonly Field[];
}

/** A constraint that is a function of some fields, with a message. */
export interface Rule<Field extends string, Values> {
  readonly kind: "rule";
  readonly fields: readonly Field[];
  readonly holds: (inputs: Values) => boolean;
  readonly message: string;
}

/** Exactly one of the fields must be set. */
export function exactlyOneOf<const Field extends string>(...fields: readonly Field[]): FieldGroup<Field> {
  return { kind: "exactlyOneOf", fields };
}

/** If the first field is set, the others must be set too. */
export function requiredWith<const Field extends string>(...fields: readonly Field[]): FieldGroup<Field> {
  return { kind: "requiredWith", fields };
}

/** At most one of the fields may be set. */
export function conflicts<const Field extends string>(...fields: readonly Field[]): FieldGroup<Field> {
  return { kind: "conflicts", fields };
}

/**
 * Any other condition over several fields, with the message for the user if it is false.
 *
 * ```ts
 * rule(["minimum", "maximum"], (minimum: number, maximum: number) => minimum <= maximum, "…")
 * ```
 *
 * The compiler cannot infer the types of the parameters. It checks the types that you write against the fields. An
 * omitted field is undefined.
 */
export function rule<const Names extends readonly string[], Values extends { [Index in keyof Names]: any }>(
  fields: Names,
  holds: (...values: Values) => boolean,
  message: string,
): Rule<Names[number], { readonly [Index in IndexOf<Names> as Names[Index] & string]: Values[Index] }> {
  const test = (inputs: object) => {
    const values = fields.map((field) =>
      Object.hasOwn(inputs, field) ? (inputs as { readonly [field: string]: unknown })[field] : undefined,
    );
    return holds(...(values as unknown as Values));
  };
  return { kind: "rule", fields, holds: test, message };
}

/** The indices of a list as strings: `"0" | "1"` for a list of two. */
type IndexOf<List extends readonly unknown[]> = Exclude<keyof List, keyof (readonly unknown[])>;

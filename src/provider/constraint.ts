/**
 * A rule over several inputs of a resource. Checked as soon as its fields are known; a field that was left out
 * counts as known. `Field` are the inputs it names, `Values` what its test asks them to be.
 */
export type Constraint<Field extends string, Values> = FieldGroup<Field> | Rule<Field, Values>;

export interface FieldGroup<Field extends string> {
  readonly kind: "exactlyOneOf" | "requiredWith" | "conflicts";
  readonly fields: readonly Field[];
}

export interface Rule<Field extends string, Values> {
  readonly kind: "rule";
  readonly fields: readonly Field[];
  readonly holds: (inputs: Values) => boolean;
  readonly message: string;
}

/** One of the fields must be given, and only one. */
export function exactlyOneOf<const Field extends string>(...fields: readonly Field[]): FieldGroup<Field> {
  return { kind: "exactlyOneOf", fields };
}

/** Whoever gives the first field must give the others too. */
export function requiredWith<const Field extends string>(...fields: readonly Field[]): FieldGroup<Field> {
  return { kind: "requiredWith", fields };
}

/** At most one of the fields may be given. */
export function conflicts<const Field extends string>(...fields: readonly Field[]): FieldGroup<Field> {
  return { kind: "conflicts", fields };
}

/**
 * Any other condition over a few fields, with what to tell the user when it does not hold.
 *
 * ```ts
 * rule(["minimum", "maximum"], (minimum: number, maximum: number) => minimum <= maximum, "…")
 * ```
 *
 * The compiler cannot hand the types of the fields to the test; types that you write there are checked
 * against them. The value of a field that was left out is undefined.
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

/** `"0" | "1"` for a list of two. */
type IndexOf<List extends readonly unknown[]> = Exclude<keyof List, keyof (readonly unknown[])>;

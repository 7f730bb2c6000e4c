import type { ResourceHandle } from "./resource-handle.js";
import type { SourcePosition } from "./source-position.js";
import type { Secrecy, Value } from "./value/index.js";

/**
 * What an Output is: data that says how its value comes about. The SDK builds these nodes, the evaluator in
 * `program/` gives them values; nothing in a node changes once it is built. Nodes are compared by identity.
 */
export type Expression =
  | ConstantExpression
  | PropertyExpression
  | ReferenceExpression
  | ArrayExpression
  | ObjectExpression
  | AssetExpression
  | ArchiveExpression
  | GetExpression
  | ApplyExpression
  | AskExpression
  | AllExpression
  | PromiseExpression
  | SecretExpression
  | UnsecretExpression
  | IsSecretExpression;

export interface ConstantExpression {
  readonly kind: "constant";
  readonly value: Value;
}

/** A property of a resource: its urn, its id, one of its inputs or outputs. */
export interface PropertyExpression {
  readonly kind: "property";
  readonly resource: ResourceHandle;
  readonly name: string;
  /** False when neither a schema nor the class says that the provider returns it: then its absence is an error. */
  readonly declared: boolean;
}

/** A resource itself, standing where a value stands. */
export interface ReferenceExpression {
  readonly kind: "reference";
  readonly resource: ResourceHandle;
}

export interface ArrayExpression {
  readonly kind: "array";
  readonly items: readonly Expression[];
}

/** Keys and values apart, so that no key is ever a property name of a live object. */
export interface ObjectExpression {
  readonly kind: "object";
  readonly keys: readonly string[];
  readonly values: readonly Expression[];
}

export interface AssetExpression {
  readonly kind: "asset";
  readonly source: "text" | "path" | "uri";
  readonly content: Expression;
}

export interface ArchiveExpression {
  readonly kind: "archive";
  readonly source: "assets" | "path" | "uri";
  readonly content: Expression;
}

/** A property or element of another expression's value; absent if that value is absent. */
export interface GetExpression {
  readonly kind: "get";
  readonly from: Expression;
  readonly key: string;
}

/** A function of the user's over the plain value of another expression. Runs only when all of it is known. */
export interface ApplyExpression {
  readonly kind: "apply";
  readonly to: Expression;
  readonly callback: (value: never) => unknown;
  /** Where `apply` was called. */
  readonly position: SourcePosition | undefined;
  /** Where it stands among registrations and other callbacks of the program. */
  readonly sequence: readonly number[];
  /** The callbacks it was itself made in, outermost first. */
  readonly origin: readonly ApplyExpression[];
  /** The runs of those in which it was made. */
  readonly runs?: readonly object[];
  /** Set if the code that made it was given a secret, which the callback may know: then what that returns has this mark. */
  readonly knows: Secrecy | undefined;
  /** What it returns tells no more than what it is given, whatever else it knows. */
  readonly addsNothing?: true;
  /** A function of the SDK, such as that of `interpolate`: it makes no resources, and is no callback of the program. */
  readonly isOwn?: true;
  /** It is given the keys of members, and makes something for each. Not known yet, those of the last run stand in. */
  readonly givesMembers?: true;
  /** It stands for what such a callback made for one member: the key of that. */
  readonly member?: string;
}

/**
 * Something that is answered from outside the program. Asked when all of `of` is known, and everything that it and
 * `dependsOn` come from is there; unknown until then.
 */
export interface AskExpression {
  readonly kind: "ask";
  readonly question: Question;
  /** What is handed over with the question. */
  readonly of: Expression;
  readonly dependsOn?: Expression;
  readonly position: SourcePosition | undefined;
}

export type Question =
  /** A function of a provider. */
  | ({ readonly kind: "invoke"; readonly options: AskOptions } & FunctionName)
  /** A method of a resource; `of` holds its arguments. */
  | { readonly kind: "call"; readonly method: string; readonly resource: ResourceHandle }
  /** The outputs of another stack: all of them, or the one that `of` names. */
  | {
      readonly kind: "stack-outputs";
      readonly project: string;
      /** With its namespace: `staging:acmecorp`. */
      readonly stack: string;
      readonly which: "all" | "optional" | "required";
    };

/** A function of a provider, as a program names it. */
export interface FunctionName {
  /** `disk:fs:stat` */
  readonly token: string;
  /** The function object of the program, if that has one: it knows the provider that defined it. */
  readonly object?: object;
}

/** Which configuration, and which version of its package, a function is asked of. */
export interface AskOptions {
  readonly provider?: ResourceHandle;
  readonly parent?: ResourceHandle;
  readonly version?: string;
}

/** One value out of many: unknown as a whole if any part is, secret as a whole if any part is. */
export interface AllExpression {
  readonly kind: "all";
  readonly of: Expression;
}

export interface PromiseExpression {
  readonly kind: "promise";
  readonly promise: PromiseLike<unknown>;
}

export interface SecretExpression {
  readonly kind: "secret";
  readonly of: Expression;
  /** It may be used and never stored. */
  readonly ephemeral?: true;
}

export interface UnsecretExpression {
  readonly kind: "unsecret";
  readonly of: Expression;
}

export interface IsSecretExpression {
  readonly kind: "is-secret";
  readonly of: Expression;
}

export function constant(value: Value): ConstantExpression {
  return { kind: "constant", value };
}

/** The expressions that an expression is made of, before any callback ran or promise settled. */
export function operandsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "constant":
    case "property":
    case "reference":
    case "promise":
      return [];
    case "array":
      return expression.items;
    case "object":
      return expression.values;
    case "asset":
    case "archive":
      return [expression.content];
    case "get":
      return [expression.from];
    case "apply":
      return [expression.to];
    case "ask":
      return expression.dependsOn === undefined ? [expression.of] : [expression.of, expression.dependsOn];
    case "all":
    case "secret":
    case "unsecret":
    case "is-secret":
      return [expression.of];
  }
}

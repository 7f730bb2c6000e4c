import type { ResourceHandle } from "./resource-handle.js";
import type { SourcePosition } from "./source-position.js";
import type { Secrecy, Value } from "./value/index.js";

/**
 * The data behind an Output: describes how its value is computed. The SDK builds these nodes, and the evaluator in
 * `program/` computes their values. Nodes are immutable, and compared by identity.
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

/** A property of a resource: its URN, its id, or one of its inputs or outputs. */
export interface PropertyExpression {
  readonly kind: "property";
  readonly resource: ResourceHandle;
  readonly name: string;
  /** False if neither a schema nor the class declares that the provider returns it. Its absence is then an error. */
  readonly declared: boolean;
}

/** A resource that is used as a value. */
export interface ReferenceExpression {
  readonly kind: "reference";
  readonly resource: ResourceHandle;
}

export interface ArrayExpression {
  readonly kind: "array";
  readonly items: readonly Expression[];
}

/** Keys and values are separate, so that no key is ever a property name of a live object. */
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

/**
 * A function of the program, applied to the plain value of another expression. Runs only when that value is completely
 * known.
 */
export interface ApplyExpression {
  readonly kind: "apply";
  readonly to: Expression;
  readonly callback: (value: never) => unknown;
  /** The position of the `apply` call. */
  readonly position: SourcePosition | undefined;
  /** Its place among the registrations and callbacks of the program. */
  readonly sequence: readonly number[];
  /** The callbacks in which it was created, outermost first. */
  readonly origin: readonly ApplyExpression[];
  /** The runs of those callbacks in which it was created. */
  readonly runs?: readonly object[];
  /** Set if the code that created it had access to a secret. The callback may know the secret, so its result gets this mark. */
  readonly knows: Secrecy | undefined;
  /** True if the result reveals no more than its argument, whatever else the callback knows. */
  readonly addsNothing?: true;
  /**
   * True for a function of the SDK, such as that of `interpolate`. It creates no resources and is not a callback of the
   * program.
   */
  readonly isOwn?: true;
  /**
   * True if it receives the keys of members and creates something for each. While they are unknown, the keys of the
   * last run are used.
   */
  readonly givesMembers?: true;
  /** The key of the member, if this stands for the result of such a callback for one member. */
  readonly member?: string;
}

/**
 * A value from outside the program. It is requested when `of` is completely known and everything that `of` and
 * `dependsOn` come from exists; until then it is unknown.
 */
export interface AskExpression {
  readonly kind: "ask";
  readonly question: Question;
  /** The arguments of the request. */
  readonly of: Expression;
  readonly dependsOn?: Expression;
  readonly position: SourcePosition | undefined;
}

export type Question =
  /** A function of a provider. */
  | ({ readonly kind: "invoke"; readonly options: AskOptions } & FunctionName)
  /** A method of a resource; `of` contains its arguments. */
  | { readonly kind: "call"; readonly method: string; readonly resource: ResourceHandle }
  /** The outputs of another stack: all of them, or the one that `of` names. */
  | {
      readonly kind: "stack-outputs";
      readonly project: string;
      /** Includes the namespace: `staging:acmecorp`. */
      readonly stack: string;
      readonly which: "all" | "optional" | "required";
    };

/** A provider function, as a program names it. */
export interface FunctionName {
  /** `disk:fs:stat` */
  readonly token: string;
  /** The function object in the program, if there is one. It determines the provider. */
  readonly object?: object;
}

/** The configured provider and the package version to call a function with. */
export interface AskOptions {
  readonly provider?: ResourceHandle;
  readonly parent?: ResourceHandle;
  readonly version?: string;
}

/** Combines many values: unknown if any part is unknown, secret if any part is secret. */
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

/** Returns the direct operands of an expression, without running callbacks or awaiting promises. */
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

import type { ApplyExpression, Expression } from "./expression.js";
import type { Scope } from "./name/index.js";
import type { ResourceHandle } from "./resource-handle.js";
import type { SourcePosition } from "./source-position.js";

/** What the program asked for: one resource, as it stood when it was made. */
export interface Registration extends ResourceHandle {
  /**
   * Its place in the program. One number for what the program made itself; made inside a callback: the
   * callback's place, then its own. Plans, diagnostics and ties follow this order.
   */
  readonly sequence: readonly number[];
  /** Where it was allocated, where the program was compiled by the loader. */
  readonly scope: Scope | undefined;
  readonly parent: Registration | undefined;
  readonly inputs: Expression;
  readonly options: RegisteredOptions;
  /** The callbacks it was made in, outermost first. Empty for what the program made itself. */
  readonly origin: readonly ApplyExpression[];
  /** Where the resource was made: file, line and column of the `new`. */
  readonly position: SourcePosition | undefined;
  /** For `external`: the id to read. */
  readonly externalId: Expression | undefined;
  /** What a component said it offers; undefined until it did. */
  readonly outputs: Expression | undefined;
}

/** The options of a resource with what could be an Output captured as an expression. */
export interface RegisteredOptions {
  readonly dependsOn?: Expression;
  readonly provider?: ResourceHandle;
  readonly providers?: readonly ResourceHandle[];
  readonly protect?: boolean;
  readonly retainOnDelete?: boolean;
  readonly deleteBeforeReplace?: boolean;
  readonly ignoreChanges?: readonly string[];
  readonly replaceOnChanges?: readonly string[];
  readonly replaceTrigger?: Expression;
  readonly replaceWith?: readonly ResourceHandle[];
  readonly deletedWith?: ResourceHandle;
  readonly aliases?: readonly RegisteredAlias[];
  readonly import?: RegisteredImport;
  readonly additionalSecretOutputs?: readonly string[];
  readonly version?: string;
  readonly id?: string;
  readonly globalId?: string;
  readonly customTimeouts?: { readonly create?: number; readonly update?: number; readonly delete?: number };
  readonly hooks?: object;
  readonly transforms?: readonly ((...parameters: never[]) => unknown)[];
  readonly hideDiffs?: readonly string[];
}

/** The id of the object to adopt; with `orCreate`, one is made where there is none. */
export type RegisteredImport = string | { readonly id: string; readonly orCreate?: boolean };

/** A former identity: a whole URN, or the parts that differed. `parent: null` means that it had none. */
export type RegisteredAlias =
  | string
  | {
      readonly name?: string;
      readonly type?: string;
      readonly parent?: ResourceHandle | string | null;
      readonly project?: string;
      readonly stack?: string;
    };

/** Program order: element by element, the shorter first. */
export function compareSequence(a: readonly number[], b: readonly number[]): number {
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index++) {
    const difference = a[index]! - b[index]!;
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

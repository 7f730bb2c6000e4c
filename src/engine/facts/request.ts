/** What a run is asked to do beside following the program. */
export interface PlanOptions {
  /** False: resources are not read, and drift is not seen. */
  readonly refresh?: boolean;
  /** Everything is deleted; the program only says how providers are configured. */
  readonly destroy?: boolean;
  /** Resources to replace although nothing asks for it: URN, name, moniker, id, or a pattern with `*`. */
  readonly replace?: readonly string[];
  /** Only these are touched, and what they need that does not exist yet is an error. Spelled as in `replace`. */
  readonly targets?: readonly string[];
  /** These are not touched. */
  readonly excludes?: readonly string[];
  /** What depends on a target is one too; what depends on something excluded is excluded too. */
  readonly dependents?: boolean;
  /** Much of what state has is gone, and that is meant: else a plan that finds it so is refused. */
  readonly acceptGone?: boolean;
  /** State takes what the world has; nothing in the world is changed. */
  readonly refreshOnly?: boolean;
  /** How many providers are asked at the same time. */
  readonly parallel?: number;
  /** False: it will not be saved to a file, so that what providers answer need not be kept. */
  readonly savable?: boolean;
}

export interface ApplyOptions {
  /** How many steps run at the same time. */
  readonly parallel?: number;
  /** Go on with what does not depend on a failure. */
  readonly continueOnError?: boolean;
  /** The first abort stops dispatch and lets running steps finish. */
  readonly signal?: AbortSignal;
  /** Aborts what is running; its outcome is settled by the next run. */
  readonly leave?: AbortSignal;
}

/** Whether a run looks at everything that the stack has. */
export function isWhole({ targets, excludes, refresh }: PlanOptions): boolean {
  return targets === undefined && (excludes ?? []).length === 0 && refresh !== false;
}

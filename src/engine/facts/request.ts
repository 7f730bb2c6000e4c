/** Options of a plan. */
export interface PlanOptions {
  /** False: existing objects are not read, so drift is not detected. Default: true. */
  readonly refresh?: boolean;
  /** True: plan the deletion of all resources. The program is only used to configure providers. */
  readonly destroy?: boolean;
  /** Resources to replace although they have no changes: URN, name, moniker, id, or a pattern with `*`. */
  readonly replace?: readonly string[];
  /** Only these resources are changed. A dependency that does not exist yet is an error. Same forms as in `replace`. */
  readonly targets?: readonly string[];
  /** These resources are not changed. Same forms as in `replace`. */
  readonly excludes?: readonly string[];
  /** Also include the dependents of targets, and exclude the dependents of excluded resources. */
  readonly dependents?: boolean;
  /** Accept that many resources are missing. Otherwise such a plan is refused. */
  readonly acceptGone?: boolean;
  /** Update state to match the real objects; no object is changed. */
  readonly refreshOnly?: boolean;
  /** The maximum number of concurrent provider calls. */
  readonly parallel?: number;
  /** False: the plan cannot be saved to a file, so provider answers need not be kept. Default: true. */
  readonly savable?: boolean;
}

export interface ApplyOptions {
  /** The maximum number of concurrent steps. */
  readonly parallel?: number;
  /** Continue with resources that do not depend on a failure. */
  readonly continueOnError?: boolean;
  /** Stops dispatch and lets running steps finish. */
  readonly signal?: AbortSignal;
  /** Aborts running calls. The next run resolves the interrupted operations. */
  readonly leave?: AbortSignal;
}

/** True if a run reads all resources of the stack. */
export function isWhole({ targets, excludes, refresh }: PlanOptions): boolean {
  return targets === undefined && (excludes ?? []).length === 0 && refresh !== false;
}

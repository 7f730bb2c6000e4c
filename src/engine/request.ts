/** What a run is asked to do beside following the program. */
export interface PlanOptions {
  /** False: resources are not read, and drift is not seen. */
  readonly refresh?: boolean;
  /** Everything is deleted; the program only says how providers are configured. */
  readonly destroy?: boolean;
  /** URNs of resources to replace although nothing asks for it. */
  readonly replace?: readonly string[];
  /** How many providers are asked at the same time. */
  readonly parallel?: number;
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

import type { Registration, SourcePosition } from "../../model/index.js";
import type { Evaluator } from "../../program/index.js";

/** One of the callbacks that a resource was made in: where it stands, and the URNs of what its value waits for. */
export interface Origin {
  readonly position: SourcePosition | undefined;
  readonly waitsFor: readonly string[];
}

/** The callbacks that a resource was made in, outermost first. */
export function originOf({ origin }: Registration, evaluator: Evaluator): Promise<readonly Origin[]> {
  return Promise.all(
    origin.map(async ({ position, to }) => {
      const { dependencies } = await evaluator.evaluate(to);
      return { position, waitsFor: [...dependencies].map(({ urn }) => urn) };
    }),
  );
}

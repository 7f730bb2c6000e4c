import {
  isArray,
  isKnown,
  stripSecrets,
  type ApplyExpression,
  type Registration,
  type SourcePosition,
} from "../../model/index.js";
import type { Evaluator } from "../../program/index.js";

/** One of the callbacks that a resource was made in: where it stands, and the URNs of what its value waits for. */
export interface Origin {
  readonly position: SourcePosition | undefined;
  readonly waitsFor: readonly string[];
  /** For what was made for one member: its key. */
  readonly key?: string;
  /** `assumed`: which members there are is not known yet; it was one in the last run. */
  readonly membership?: Membership;
}

export type Membership = "member" | "assumed" | "left";

/** The callbacks that a resource was made in, outermost first. */
export function originOf({ origin }: Registration, evaluator: Evaluator): Promise<readonly Origin[]> {
  return Promise.all(
    origin.map(async (node) => {
      const { dependencies } = await evaluator.evaluate(node.to);
      const waitsFor = [...dependencies].map(({ urn }) => urn);
      const { position, member } = node;
      if (member === undefined) return { position, waitsFor };
      return { position, waitsFor, key: member, membership: await membershipIn(node, evaluator) };
    }),
  );
}

/** Whether a resource belongs to members that are there: what was made for one that is not any more is not asked for. */
export async function membershipOf({ origin }: Registration, evaluator: Evaluator): Promise<Membership> {
  const found = await Promise.all(origin.map((node) => membershipIn(node, evaluator)));
  return found.includes("left") ? "left" : found.includes("assumed") ? "assumed" : "member";
}

async function membershipIn({ to, member }: ApplyExpression, evaluator: Evaluator): Promise<Membership> {
  if (member === undefined) return "member";
  const keys = await evaluator.evaluate(to);
  // Why there are no keys is reported where they come from.
  if (!keys.ok || !isKnown(keys.value)) return "assumed";
  const known = stripSecrets(keys.value);
  return isArray(known) && known.includes(member) ? "member" : "left";
}

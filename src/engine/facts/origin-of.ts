import type { ApplyExpression, Registration, SourcePosition } from "../../model/index.js";
import type { AtOnce } from "../../std/index.js";
import { membershipBy, type Evaluator, type Membership } from "../../program/index.js";

/** One of the callbacks that a resource was made in: where it stands, and the URNs of what its value waits for. */
export interface Origin {
  readonly position: SourcePosition | undefined;
  readonly waitsFor: readonly string[];
  /** For what was made for one member: its key. */
  readonly key?: string;
  readonly membership?: Membership;
}

/** The callbacks that a resource was made in, outermost first. */
export function originOf({ origin }: Registration, evaluator: Evaluator): AtOnce<readonly Origin[]> {
  if (origin.length === 0) return nowhere;
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

const nowhere: readonly Origin[] = [];

/**
 * Whether a resource, or a callback, belongs to members that are there: what was made for one that is not any more is
 * not asked for.
 */
export async function membershipOf(
  { origin }: Pick<Registration, "origin">,
  evaluator: Evaluator,
): Promise<Membership> {
  const found = await Promise.all(origin.map((node) => membershipIn(node, evaluator)));
  return found.includes("left") ? "left" : found.includes("assumed") ? "assumed" : "member";
}

async function membershipIn({ to, member }: ApplyExpression, evaluator: Evaluator): Promise<Membership> {
  return member === undefined ? "member" : membershipBy(await evaluator.evaluate(to), member);
}

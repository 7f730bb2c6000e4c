import type { ApplyExpression, Registration, SourcePosition } from "../../model/index.js";
import type { AtOnce } from "../../std/index.js";
import { membershipBy, type Evaluator, type Membership } from "../../program/index.js";

/** A callback that a resource was created in: its position, and the URNs of the resources that its value waits for. */
export interface Origin {
  readonly position: SourcePosition | undefined;
  readonly waitsFor: readonly string[];
  /** The key of the collection member that the resource was created for. */
  readonly key?: string;
  readonly membership?: Membership;
}

/** Returns the callbacks that a resource was created in, outermost first. */
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
 * Returns whether a resource or a callback belongs to collection members that still exist. A resource of a member that
 * no longer exists counts as not declared.
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

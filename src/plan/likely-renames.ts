import {
  equalValues,
  getProperty,
  isKnown,
  parseUrn,
  stripSecrets,
  type RenameSuggestion,
  type ValueObject,
} from "../model/index.js";
import { shellWord } from "../std/shell-word.js";
import { findResources, type NamedResource } from "./find-resource.js";

/** A resource that would be created, or one that would leave. */
export interface RenameCandidate {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  /** What the program calls it by where it stands: a name, an id, a binding; nothing if only a number. */
  readonly explicitId?: string;
  readonly inputs: ValueObject;
  /** The inputs that tell objects of its type apart. */
  readonly replaceFields: readonly string[];
}

/**
 * What looks like one resource under two names: of one type, one leaving and one new, with one explicit id, or with
 * everything equal that tells objects apart and most of the rest. Each is suggested once, with what fits it best;
 * where two fit equally well nothing is said. `state` is everything that the command may name.
 */
export function likelyRenames(
  leaving: readonly RenameCandidate[],
  made: readonly RenameCandidate[],
  state: readonly NamedResource[] = leaving,
): readonly RenameSuggestion[] {
  const isMuch = leaving.length * made.length > manyPairs;
  const pairs = leaving.flatMap((from) =>
    made.flatMap((to) => {
      const isLikely = from.type === to.type && (!isMuch || from.explicitId === to.explicitId);
      const likeness = isLikely ? likenessOf(from, to) : undefined;
      return likeness === undefined ? [] : [{ from, to, ...likeness }];
    }),
  );
  return bestPairs(pairs).map(({ from, to, evidence }) => ({
    from: from.urn,
    to: to.urn,
    evidence,
    command: renameCommand(from, to, state),
  }));
}

/** Above this, where a whole program changes, only those with one explicit id are compared. */
const manyPairs = 10_000;

/** How much of what does not tell objects apart has to be equal. */
const enough = 0.8;

interface Likeness {
  readonly score: number;
  readonly evidence: readonly string[];
}

interface Pair extends Likeness {
  readonly from: RenameCandidate;
  readonly to: RenameCandidate;
}

/** An explicit id outweighs all inputs; these then decide between those that share it. */
function likenessOf(from: RenameCandidate, to: RenameCandidate): Likeness | undefined {
  const { identity, share, evidence } = compareInputs(from, to);
  if (from.explicitId !== undefined && from.explicitId === to.explicitId) {
    return { score: 2 + share, evidence: [`both are named ${JSON.stringify(to.explicitId)}`, ...evidence] };
  }
  return identity && share >= enough && evidence.length > 0 ? { score: share, evidence } : undefined;
}

function compareInputs(from: RenameCandidate, to: RenameCandidate) {
  const names = (inputs: ValueObject) =>
    Object.keys(inputs).filter((name) => getProperty(inputs, name) !== undefined);
  const fields = [...new Set([...names(from.inputs), ...names(to.inputs)])];
  const isReplacing = (field: string) => to.replaceFields.includes(field);
  const isEqual = (field: string) => {
    const [before, after] = [getProperty(from.inputs, field), getProperty(to.inputs, field)];
    return isKnown(after) && equalValues(stripSecrets(before), stripSecrets(after));
  };
  const replacing = fields.filter(isReplacing);
  const others = fields.filter((field) => !isReplacing(field));
  const equal = others.filter(isEqual);
  const identity = replacing.every(isEqual);
  return {
    identity,
    share: others.length === 0 ? 1 : equal.length / others.length,
    evidence: [
      ...(identity && replacing.length > 0 ? [`same ${listed(replacing)}`] : []),
      ...(equal.length > 0 ? [`${equal.length} of ${others.length} other inputs are equal`] : []),
    ],
  };
}

function listed(fields: readonly string[]): string {
  return fields.length <= 3
    ? fields.join(", ")
    : `${fields.slice(0, 2).join(", ")} and ${fields.length - 2} more`;
}

/** The most alike first; whoever has two that are equally alike has none. */
function bestPairs(pairs: readonly Pair[]): readonly Pair[] {
  const scores = [...new Set(pairs.map(({ score }) => score))].sort((a, b) => b - a);
  const spent = new Set<RenameCandidate>();
  const best: Pair[] = [];
  for (const score of scores) {
    const open = pairs.filter((pair) => pair.score === score && !spent.has(pair.from) && !spent.has(pair.to));
    for (const pair of open) {
      const rivals = open.filter(({ from, to }) => from === pair.from || to === pair.to);
      if (rivals.length === 1) best.push(pair);
    }
    for (const { from, to } of open) spent.add(from).add(to);
  }
  return best;
}

/** Names where they are enough, else URNs. */
function renameCommand(from: RenameCandidate, to: RenameCandidate, state: readonly NamedResource[]): string {
  const above = ({ urn }: RenameCandidate) => parseUrn(urn, { names: "foreign" }).types.join("$");
  const old = findResources(from.name, state).length === 1 ? from.name : from.urn;
  const now = above(from) === above(to) ? to.name : to.urn;
  return `coco rename ${shellWord(old)} ${shellWord(now)}`;
}

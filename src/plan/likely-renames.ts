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

/** A resource that would be created, or one that would be removed. */
export interface RenameCandidate {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  /** Its explicit name in the program: a name, an id or a variable; absent if it only has a number. */
  readonly explicitId?: string;
  readonly inputs: ValueObject;
  /** The inputs that identify objects of its type. */
  readonly replaceFields: readonly string[];
}

/**
 * Finds resources that probably were renamed: one to remove and one to create, of the same type, with the same
 * explicit id, or with equal identifying inputs and mostly equal other inputs. Each resource is suggested once,
 * with its best match; ties are not suggested. `state` contains all resources that the command may name.
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

/**
 * Above this number of pairs, when a whole program changes, only resources with the same explicit id are compared.
 */
const manyPairs = 10_000;

/** Minimum share of equal inputs among those that do not identify objects. */
const enough = 0.8;

interface Likeness {
  readonly score: number;
  readonly evidence: readonly string[];
}

interface Pair extends Likeness {
  readonly from: RenameCandidate;
  readonly to: RenameCandidate;
}

/** An explicit id outweighs all inputs. The inputs then decide between resources that share it. */
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

/** The most similar pairs first. A resource with two equally similar matches gets none. */
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

/** Uses names if they are unambiguous, otherwise URNs. */
function renameCommand(from: RenameCandidate, to: RenameCandidate, state: readonly NamedResource[]): string {
  const above = ({ urn }: RenameCandidate) => parseUrn(urn, { names: "foreign" }).types.join("$");
  const old = findResources(from.name, state).length === 1 ? from.name : from.urn;
  const now = above(from) === above(to) ? to.name : to.urn;
  return `coco rename ${shellWord(old)} ${shellWord(now)}`;
}

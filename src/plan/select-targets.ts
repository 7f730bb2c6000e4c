import type { Diagnostic, ResourceKind } from "../model/index.js";
import { problem } from "./diagnostics.js";
import {
  ambiguousResource,
  findResources,
  nearResources,
  noSuchResource,
  type NamedResource,
} from "./find-resource.js";

/** A resource of the program or of state. One that is in both may stand here twice, with what each says of it. */
export interface Selectable extends NamedResource {
  /** The URN that the plan knows it by: another than its own where it is being renamed. */
  readonly key: string;
  readonly kind: ResourceKind;
  readonly isInProgram: boolean;
  /** The keys of the component it is in, and of everything that it needs in any way. */
  readonly parent: string | undefined;
  readonly needs: readonly string[];
}

/** What someone asked for, each spelled as a URN, moniker, name, id, or as a pattern with `*`. */
export interface SelectionRequest {
  readonly targets?: readonly string[];
  readonly excludes?: readonly string[];
  readonly replace?: readonly string[];
  /** What depends on a target is one too; what depends on something excluded is excluded too. */
  readonly dependents?: boolean;
}

export interface Selection {
  /** What may be touched. */
  readonly chosen: ReadonlySet<string>;
  /** What goes along with it, because it is in it, managed by it or reads it: nothing in the world changes by that. */
  readonly along: ReadonlySet<string>;
  readonly excluded: ReadonlySet<string>;
  /** What is to be replaced although nothing asks for it. */
  readonly replaced: ReadonlySet<string>;
  /** Why the request makes no sense. */
  readonly problems: readonly Diagnostic[];
}

/**
 * What a plan may touch. Without targets everything, without what is excluded. A component stands for all that is
 * in it.
 */
export function selectTargets(candidates: readonly Selectable[], request: SelectionRequest): Selection {
  const { targets, excludes = [], replace = [], dependents = false } = request;
  const graph = graphOf(candidates);
  const targeted = findAll(targets ?? [], candidates);
  const shut = findAll(excludes, candidates);
  const forced = findReplaced(replace, candidates, graph);
  const excluded = extended(shut.keys, graph, dependents);
  const open =
    targets === undefined ? new Set(graph.kinds.keys()) : extended(targeted.keys, graph, dependents);
  const chosen = new Set([...open].filter((key) => !excluded.has(key)));
  const outside = forced.found.filter(({ keys }) => keys.length > 0 && !keys.some((key) => chosen.has(key)));
  return {
    chosen,
    along: goingAlong(chosen, excluded, graph),
    excluded,
    replaced: new Set([...forced.keys].filter((key) => chosen.has(key))),
    problems: [
      ...targeted.problems,
      ...shut.problems,
      ...forced.problems,
      ...outside.map(({ text }) => replacedOutside(text)),
    ],
  };
}

interface Graph {
  readonly kinds: ReadonlyMap<string, ResourceKind>;
  readonly needs: ReadonlyMap<string, ReadonlySet<string>>;
  readonly dependents: ReadonlyMap<string, ReadonlySet<string>>;
  readonly children: ReadonlyMap<string, ReadonlySet<string>>;
}

function graphOf(candidates: readonly Selectable[]): Graph {
  const needs = new Map<string, Set<string>>();
  const dependents = new Map<string, Set<string>>();
  const children = new Map<string, Set<string>>();
  for (const { key, parent, needs: needed } of candidates) {
    if (parent !== undefined) into(children, parent, key);
    for (const need of parent === undefined ? needed : [parent, ...needed]) {
      into(needs, key, need);
      into(dependents, need, key);
    }
  }
  return { kinds: new Map(candidates.map(({ key, kind }) => [key, kind])), needs, dependents, children };
}

/** With all that is in the components among them, and with what depends on them if that was asked for. */
function extended(keys: Iterable<string>, graph: Graph, dependents: boolean): Set<string> {
  const found = new Set(keys);
  for (const key of found) {
    if (graph.kinds.get(key) === "component") add(found, graph.children.get(key));
    if (dependents) add(found, graph.dependents.get(key));
  }
  return found;
}

/** What the chosen ones need and only has to be recorded or read, and what that needs in turn. */
function goingAlong(
  chosen: ReadonlySet<string>,
  excluded: ReadonlySet<string>,
  { kinds, needs }: Graph,
): ReadonlySet<string> {
  const found = new Set(chosen);
  for (const key of found) {
    for (const need of needs.get(key) ?? []) {
      const kind = kinds.get(need);
      if (kind !== undefined && kind !== "custom" && !excluded.has(need)) found.add(need);
    }
  }
  for (const key of chosen) found.delete(key);
  return found;
}

interface Found {
  readonly keys: ReadonlySet<string>;
  readonly found: readonly { readonly text: string; readonly keys: readonly string[] }[];
  readonly problems: readonly Diagnostic[];
}

function findAll(texts: readonly string[], candidates: readonly Selectable[]): Found {
  const problems: Diagnostic[] = [];
  const found = texts.map((text) => {
    const matching = findResources(text, candidates);
    const byKey = new Map(matching.map((each) => [each.key, each]));
    if (byKey.size === 0) problems.push(noSuchResource(text, nearResources(text, candidates)));
    if (byKey.size > 1 && !text.includes("*")) problems.push(ambiguousResource(text, [...byKey.values()]));
    return { text, keys: [...byKey.keys()] };
  });
  return { keys: new Set(found.flatMap(({ keys }) => keys)), found, problems };
}

/** What the provider of a resource can replace, of each or of what is in it. */
function findReplaced(texts: readonly string[], candidates: readonly Selectable[], graph: Graph): Found {
  const { found, problems } = findAll(
    texts,
    candidates.filter(({ isInProgram }) => isInProgram),
  );
  const managed = found.map(({ text, keys }) => ({
    text,
    isFound: keys.length > 0,
    keys: [...extended(keys, graph, false)].filter((key) => graph.kinds.get(key) === "custom"),
  }));
  const nothing = managed.filter(({ isFound, keys }) => isFound && keys.length === 0);
  return {
    keys: new Set(managed.flatMap(({ keys }) => keys)),
    found: managed,
    problems: [...problems, ...nothing.map(({ text }) => notReplaceable(text))],
  };
}

function notReplaceable(text: string): Diagnostic {
  return problem("plan/not-replaceable", {
    detail: `Cannot replace ${JSON.stringify(text)}: it matches no resource with an object of its own. Components, providers and resources that the stack only reads have none.`,
    hint: "Name a resource that a provider manages, or a component that contains one.",
  });
}

function replacedOutside(text: string): Diagnostic {
  return problem("plan/replace-not-targeted", {
    detail: `Cannot replace ${JSON.stringify(text)}: --target or --exclude leaves it out.`,
    hint: "Add it with --target, or remove it from --exclude.",
  });
}

function into(sets: Map<string, Set<string>>, key: string, member: string): void {
  const set = sets.get(key);
  if (set === undefined) sets.set(key, new Set([member]));
  else set.add(member);
}

function add(found: Set<string>, more: ReadonlySet<string> | undefined): void {
  for (const each of more ?? []) found.add(each);
}

import type { Diagnostic, ResourceKind } from "../model/index.js";
import { problem } from "./diagnostics.js";
import {
  ambiguousResource,
  findResources,
  nearResources,
  noSuchResource,
  type NamedResource,
} from "./find-resource.js";

/** A resource of the program or of state. A resource in both may occur twice, with the data of each. */
export interface Selectable extends NamedResource {
  /** The URN in the plan: differs from its own if it is being renamed. */
  readonly key: string;
  readonly kind: ResourceKind;
  readonly isInProgram: boolean;
  /** The keys of its component, and of all its dependencies. */
  readonly parent: string | undefined;
  readonly needs: readonly string[];
}

/** The request of the user. Each entry is a URN, moniker, name, id, or a pattern with `*`. */
export interface SelectionRequest {
  readonly targets?: readonly string[];
  readonly excludes?: readonly string[];
  readonly replace?: readonly string[];
  /**
   * Also includes everything that depends on the targets, and also excludes everything that depends on an excluded
   * resource.
   */
  readonly dependents?: boolean;
}

export interface Selection {
  /** The resources that the plan may change. */
  readonly chosen: ReadonlySet<string>;
  /**
   * Components, providers and read-only resources that the chosen ones need. Including them changes no real
   * objects.
   */
  readonly along: ReadonlySet<string>;
  readonly excluded: ReadonlySet<string>;
  /** The resources to replace on request. */
  readonly replaced: ReadonlySet<string>;
  /** The errors in the request. */
  readonly problems: readonly Diagnostic[];
}

/**
 * Selects the resources that a plan may change: all without targets, minus the excluded ones. A component stands
 * for all resources in it.
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

/** Adds the contents of components and, if requested, all dependents. */
function extended(keys: Iterable<string>, graph: Graph, dependents: boolean): Set<string> {
  const found = new Set(keys);
  for (const key of found) {
    if (graph.kinds.get(key) === "component") add(found, graph.children.get(key));
    if (dependents) add(found, graph.dependents.get(key));
  }
  return found;
}

/**
 * Returns the dependencies of the chosen resources that only have to be recorded or read, and the dependencies of
 * those.
 */
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

/** Finds the resources to replace: each match, or the resources in it, that a provider can replace. */
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

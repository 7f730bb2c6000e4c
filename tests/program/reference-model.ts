import type { Callback, ResourceName, Scalar, Tree } from "./expression-tree.js";

/** What a tree comes to, by the rules of the specification, computed the slow and obvious way. */
export interface Outcome {
  /** Undefined where it failed. */
  readonly value: Model | undefined;
  /** Why it failed; empty where it did not. */
  readonly failures: ReadonlySet<string>;
  readonly dependencies: ReadonlySet<ResourceName>;
}

/** A value in which each part says of itself whether it is secret. */
export interface Model {
  readonly secret: boolean;
  readonly content: Content;
}

type Content =
  | { readonly is: "unknown" }
  | { readonly is: "scalar"; readonly scalar: Scalar | undefined }
  | { readonly is: "resource" }
  | { readonly is: "array"; readonly items: readonly Model[] }
  | { readonly is: "object"; readonly properties: ReadonlyMap<string, Model> };

export const unknownModel: Model = { secret: false, content: { is: "unknown" } };

export function scalarModel(scalar: Scalar | undefined): Model {
  return { secret: false, content: { is: "scalar", scalar } };
}

export function arrayModel(...items: readonly Model[]): Model {
  return { secret: false, content: { is: "array", items } };
}

export function objectModel(properties: Iterable<readonly [string, Model]>): Model {
  const present = [...properties].filter(([, { secret, content }]) => secret || !isAbsent(content));
  return { secret: false, content: { is: "object", properties: new Map(present) } };
}

/** A secret as a whole: its parts are no longer secret on their own. */
export function secretModel(model: Model): Model {
  return { secret: true, content: plain(model).content };
}

/** What the resources of a test have; undefined for one that failed. */
export type World = (resource: ResourceName, field: string) => Model | undefined;

/**
 * Also collects the `apply` nodes whose callbacks ran. What a callback that was given a secret makes by `apply` is
 * secret: it may hold what its maker knew.
 */
export function modelOf(tree: Tree, world: World, ran: Set<Tree>, knowsSecret = false): Outcome {
  const evaluate = (inner: Tree) => modelOf(inner, world, ran, knowsSecret);
  switch (tree.op) {
    case "constant":
      return just(scalarModel(tree.value));
    case "property": {
      const value = world(tree.resource, tree.field);
      return {
        value,
        failures: new Set(value ? [] : [tree.resource]),
        dependencies: new Set([tree.resource]),
      };
    }
    case "resource":
      return { ...just({ secret: false, content: { is: "resource" } }), dependencies: new Set(["known"]) };
    case "array":
      return together(tree.items.map(evaluate), (items) => arrayModel(...items));
    case "object":
      return together(
        tree.entries.map(([, inner]) => evaluate(inner)),
        (values) => objectModel(tree.entries.map(([key], index) => [key, values[index]!])),
      );
    case "all":
      return together(tree.items.map(evaluate), (items) => whole(arrayModel(...items)));
    case "get":
      return together([evaluate(tree.of)], ([value]) => get(value!, tree.key));
    case "output":
    case "unwrap":
    case "promise":
      return evaluate(tree.of);
    case "secret":
      return together([evaluate(tree.of)], ([value]) => secretModel(value!));
    case "unsecret":
      return together([evaluate(tree.of)], ([value]) => plain(value!));
    case "isSecret":
      return together([evaluate(tree.of)], ([value]) =>
        isSecret(value!) ? scalarModel(true) : isKnown(value!) ? scalarModel(false) : unknownModel,
      );
    case "apply":
      return applied(tree, evaluate(tree.of), world, ran, knowsSecret);
  }
}

function applied(
  tree: Tree & { op: "apply" },
  input: Outcome,
  world: World,
  ran: Set<Tree>,
  knowsSecret: boolean,
): Outcome {
  if (input.value === undefined) return input;
  const secret = knowsSecret || isSecret(input.value);
  if (!isKnown(input.value)) return { ...input, value: { secret, content: { is: "unknown" } } };
  ran.add(tree);
  const given = { ...input, value: plain(input.value) };
  const returned = returnedBy(tree.callback, given, (inner) => modelOf(inner, world, ran, secret));
  const dependencies = new Set([...input.dependencies, ...returned.dependencies]);
  if (returned.value === undefined) return { ...returned, dependencies };
  return {
    ...returned,
    dependencies,
    value: secret ? secretModel(returned.value) : returned.value,
  };
}

function returnedBy(callback: Callback, given: Outcome, evaluate: (tree: Tree) => Outcome): Outcome {
  switch (callback.returns) {
    case "its input":
      return given;
    case "a tree":
      return evaluate(callback.tree);
    case "both":
      return together([given, evaluate(callback.tree)], (values) => arrayModel(...values));
    case "nothing, it throws":
      return { value: undefined, failures: new Set(["callback"]), dependencies: new Set() };
  }
}

function together(parts: readonly Outcome[], combine: (values: readonly Model[]) => Model): Outcome {
  const failures = new Set(parts.flatMap((part) => [...part.failures]));
  const dependencies = new Set(parts.flatMap((part) => [...part.dependencies]));
  const value = failures.size > 0 ? undefined : combine(parts.map((part) => part.value!));
  return { value, failures, dependencies };
}

function just(value: Model): Outcome {
  return { value, failures: new Set(), dependencies: new Set() };
}

function whole(model: Model): Model {
  const content: Content = isKnown(model) ? plain(model).content : { is: "unknown" };
  return { secret: isSecret(model), content };
}

function plain({ content }: Model): Model {
  switch (content.is) {
    case "array":
      return arrayModel(...content.items.map(plain));
    case "object":
      return objectModel([...content.properties].map(([key, part]) => [key, plain(part)]));
    default:
      return { secret: false, content };
  }
}

function partsOf({ content }: Model): readonly Model[] {
  if (content.is === "array") return content.items;
  return content.is === "object" ? [...content.properties.values()] : [];
}

function isKnown(model: Model): boolean {
  return model.content.is !== "unknown" && partsOf(model).every(isKnown);
}

function isSecret(model: Model): boolean {
  return model.secret || partsOf(model).some(isSecret);
}

function isAbsent(content: Content): boolean {
  return content.is === "scalar" && content.scalar === undefined;
}

function get({ secret, content }: Model, key: string): Model {
  const part = partAt(content, key);
  return secret ? secretModel(part) : part;
}

function partAt(content: Content, key: string): Model {
  switch (content.is) {
    case "unknown":
      return unknownModel;
    case "array":
      if (key === "length") return scalarModel(content.items.length);
      return /^\d+$/.test(key)
        ? (content.items[Number(key)] ?? scalarModel(undefined))
        : scalarModel(undefined);
    case "object":
      return content.properties.get(key) ?? scalarModel(undefined);
    case "scalar":
      return scalarModel(partOfText(content.scalar, key));
    case "resource":
      return scalarModel(undefined);
  }
}

function partOfText(text: Scalar | undefined, key: string): Scalar | undefined {
  if (typeof text !== "string") return undefined;
  return key === "length" ? text.length : /^\d+$/.test(key) ? text[Number(key)] : undefined;
}

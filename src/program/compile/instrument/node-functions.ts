import { isBuiltin } from "node:module";
import type { AnyNode, ImportDeclaration } from "acorn";
import type { Declaration, Declarations } from "./declarations.js";
import { literalText, pathOf, type NodePath } from "./syntax-tree.js";

/**
 * Returns the function of Node that a path of names refers to, such as `existsSync of node:fs`, or undefined if it is
 * not guarded.
 */
export function nodeFunction(
  path: readonly string[],
  declared: Declaration,
  place: NodePath,
  declarations: Declarations,
): string | undefined {
  const found = nodeMember(path, declared, place, declarations);
  if (found === undefined) return undefined;
  const { module, names } = found;
  const name = names.findLast((each) => each !== "default") ?? path[0];
  if (handedOn.has(module) || (module === "util" && printing.has(names.at(-1) ?? ""))) return undefined;
  return `${name} of node:${module}`;
}

interface NodeMember {
  readonly module: string;
  /** The path of names inside the module, outermost first. */
  readonly names: readonly string[];
}

function nodeMember(
  [local, ...members]: readonly string[],
  { node, init, key }: Declaration,
  place: NodePath,
  declarations: Declarations,
): NodeMember | undefined {
  if (node.type === "ImportDeclaration") {
    const module = builtin(node.source);
    return module === undefined ? undefined : { module, names: [...importedAs(local!, node), ...members] };
  }
  if (init === undefined || init === null) return undefined;
  const taken = key === undefined ? members : [key, ...members];
  const module = required(init);
  if (module !== undefined) return { module, names: taken };
  // `const { join } = path` is another name for an import.
  const path = pathOf(init);
  const source = path && path[0] !== local ? declarations.of(path[0]!, place) : undefined;
  const found = source && nodeMember(path!, source, place, declarations);
  return found && { ...found, names: [...found.names, ...taken] };
}

function importedAs(local: string, { specifiers }: ImportDeclaration): readonly string[] {
  for (const specifier of specifiers) {
    if (specifier.local.name !== local || specifier.type !== "ImportSpecifier") continue;
    const { imported } = specifier;
    return [imported.type === "Identifier" ? imported.name : String(imported.value)];
  }
  return [];
}

/** Returns the module of Node that an expression loads. */
function required(node: AnyNode): string | undefined {
  switch (node.type) {
    case "AwaitExpression":
      return required(node.argument);
    case "ImportExpression":
      return builtin(node.source);
    case "CallExpression": {
      const [first] = node.arguments;
      if (node.callee.type !== "Identifier" || first === undefined) return undefined;
      // The compiler generates these calls from `require` and imports of CommonJS.
      if (/^__toESM\d*$/.test(node.callee.name)) return required(first);
      return /^(?:require|__require\d*)$/.test(node.callee.name) ? builtin(first) : undefined;
    }
    default:
      return undefined;
  }
}

function builtin(source: AnyNode): string | undefined {
  const specifier = literalText(source);
  if (specifier === undefined || !isBuiltin(specifier)) return undefined;
  return specifier.replace(/^node:/, "");
}

/** Modules whose functions only pass on or print their arguments, and never read them. */
const handedOn = new Set(["console", "timers", "timers/promises", "async_hooks", "events"]);
const printing = new Set(["inspect", "format", "formatWithOptions"]);

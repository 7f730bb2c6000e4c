import { isNode, nameOf, parseSyntax, stringOf, walkSyntax, type SyntaxNode } from "../support/syntax.js";
import { isSource, type SourceTree } from "../tidy/source-tree.js";

/** A diagnostic as the code knows it. */
export interface DeclaredDiagnostic {
  readonly code: string;
  readonly summary: string;
  /** As which it is raised, the worst first. */
  readonly severities: readonly string[];
}

/** Everything that `diagnosticCatalogue` was given, by code. */
export function declaredDiagnostics(tree: SourceTree): readonly DeclaredDiagnostic[] {
  const summaries = new Map<string, string>();
  const severities = new Map<string, Set<string>>();
  for (const [path, text] of tree) {
    if (!isSource(path) || !/"\w+\/[\w-]+"/.test(text)) continue;
    walkSyntax(parseSyntax(path, text).program, (node) => {
      if (node.type !== "CallExpression") return;
      const [first, second] = node["arguments"] as SyntaxNode[];
      if (nameOf(node["callee"]) === "diagnosticCatalogue")
        for (const [code, summary] of textsOf(first)) summaries.set(code, summary);
      const code = stringOf(first);
      if (code === undefined || !/^[\w-]+\/[\w-]+$/.test(code)) return;
      const raised = severities.get(code) ?? new Set();
      severities.set(code, raised.add(new Map(textsOf(second)).get("severity") ?? "error"));
    });
  }
  return [...summaries.keys()].sort().map((code) => ({
    code,
    summary: summaries.get(code)!,
    severities: [...(severities.get(code) ?? [])].sort((a, b) => order.indexOf(a) - order.indexOf(b)),
  }));
}

const order = ["error", "warning", "note"];

/** The properties of an object literal that are literal texts. */
function textsOf(node: SyntaxNode | undefined): readonly (readonly [key: string, text: string])[] {
  if (!isNode(node) || node.type !== "ObjectExpression") return [];
  return (node["properties"] as SyntaxNode[]).flatMap(({ key, value }) => {
    const text = stringOf(value);
    return text === undefined ? [] : [[nameOf(key) ?? stringOf(key)!, text] as const];
  });
}

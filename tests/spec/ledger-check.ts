import { nameOf, parseSyntax, stringOf, walkSyntax, type SyntaxNode } from "../support/syntax.js";
import type { Sentence } from "./sentences/sentence.js";

/**
 * What is wrong between the list of sentences, the test files (name to text) and the pages of decisions:
 * every sentence has exactly one test in a file of its document, or is owed, or has a page.
 */
export function ledgerComplaints(
  listed: readonly Sentence[],
  files: ReadonlyMap<string, string>,
  pages: ReadonlySet<string>,
): string[] {
  const tests = [...files].flatMap(([file, text]) => testedIn(file, text).map((id) => ({ file, id })));
  const numbers = new Set(listed.map(({ id }) => id));
  return [
    ...tests
      .filter(({ id }) => !numbers.has(id))
      .map(({ file, id }) => `${file} tests ${id}, which is not listed`),
    ...tests
      .filter(({ file, id }) => documentOf(file) !== documentOf(id))
      .map(({ file, id }) => `${file} tests ${id} of another document`),
    ...listed.flatMap((sentence) => sentenceComplaints(sentence, tests, pages)),
  ];
}

/** The numbers that a test file gives to `spec`, in order. */
export function testedIn(path: string, text: string): string[] {
  const ids: string[] = [];
  walkSyntax(parseSyntax(path, text).program, (node) => {
    if (node.type !== "CallExpression" || nameOf(node["callee"]) !== "spec") return;
    const id = stringOf((node["arguments"] as SyntaxNode[])[0]);
    if (id !== undefined) ids.push(id);
  });
  return ids;
}

/** The document of a sentence or of a test file: `4` for `4.12`, `4.test.ts` and `4.outputs.test.ts`. */
export function documentOf(name: string): string {
  return name.slice(0, name.indexOf("."));
}

function sentenceComplaints(
  { id, shownBy, owedTo, decision }: Sentence,
  tests: readonly { readonly id: string }[],
  pages: ReadonlySet<string>,
): string[] {
  const count = tests.filter((each) => each.id === id).length;
  const complaints: string[] = [];
  if (shownBy === "test" && count === 0) complaints.push(`${id} has no test`);
  if (count > 1) complaints.push(`${id} has ${count} tests`);
  if (shownBy === "owed" && count > 0) complaints.push(`${id} is tested: it is no longer owed`);
  if ((shownBy === "owed") !== (owedTo !== undefined))
    complaints.push(`${id} is owed to nobody, or not owed`);
  if (shownBy === "decision" && decision === undefined) complaints.push(`${id} names no decision`);
  if (decision !== undefined && !pages.has(decision)) complaints.push(`${id}: ${decision} does not exist`);
  return complaints;
}

import { BuiltPackage, type Report } from "../../support/built-package.js";

/** What came of a snippet: its value, or what was thrown. */
export interface Outcome {
  readonly value?: unknown;
  readonly code?: string;
  readonly detail?: string;
  readonly hint?: string;
  /** `<file>:<line>:<column>`. */
  readonly position?: string;
}

export interface SnippetFile {
  readonly text: string;
  /** `<line>:<column>` of the « in each. */
  readonly places: readonly string[];
}

/**
 * A module of snippets, each the body of an async function. `o` is an Output, `list` one of an array, `given` is undefined;
 * « stands before what the test is about. `head` is what the module imports and declares.
 */
export function snippetFile(snippets: readonly string[], head = ""): SnippetFile {
  let text = `${head}export const snippets: ((o: any, list: any, given: any) => unknown)[] = [\n`;
  const places: string[] = [];
  for (const snippet of snippets) {
    text += "async (o, list, given) => { ";
    const [before = "", after] = snippet.split("«");
    text += before;
    places.push(`${text.split("\n").length}:${text.length - text.lastIndexOf("\n")}`);
    text += `${after ?? ""} },\n`;
  }
  return { text: `${text}];\n`, places };
}

/** What a program begins with that says what came of snippets: `outcome` of one, and `all` of a list. */
export const judge = `import { output as anOutput } from "@coconut/coconut";
async function outcome(f: any): Promise<unknown> {
  try { return { value: await f(anOutput({ name: "n" }) as any, anOutput([1]) as any, undefined) }; }
  catch (error: any) {
    const [{ code, detail, hint, position }] = error.diagnostics ?? [{ code: String(error.stack), detail: "" }];
    return { code, detail, hint, position: position && [position.file, position.line, position.column].join(":") };
  }
}
const all = async (list: any[]) => { const results = []; for (const f of list) results.push(await outcome(f)); return results; };
`;

/** What a program printed as JSON. */
export async function printed<T>(project: ReturnType<BuiltPackage["project"]>): Promise<T> {
  const report: Report = await project.run();
  if (report.diagnostics.length > 0) throw new Error(JSON.stringify(report.diagnostics));
  return JSON.parse(report.printed) as T;
}

import { testedIn } from "./ledger-check.js";
import { documents, type SpecDocument } from "./sentences/index.js";
import type { Sentence } from "./sentences/sentence.js";

/** The text of docs/spec.md: each sentence and what shows it. `files` are the tests, name to text. */
export function specPage(files: ReadonlyMap<string, string>): string {
  const fileOf = new Map([...files].flatMap(([file, text]) => testedIn(file, text).map((id) => [id, file])));
  const sections = documents.map((document) => section(document, fileOf));
  return `${[preface, ...sections].join("\n\n")}\n`;
}

const preface = `# The specification, sentence by sentence

Generated from \`tests/spec/sentences/\` by \`npm run docs:spec\`; change it there. Each normative sentence is told in
our own words beside the first words of its original. A sentence is shown by the test that bears its number and
first words, or is owed by a part that is not built yet, or is answered by a decision.`;

function section({ number, name, sentences }: SpecDocument, fileOf: ReadonlyMap<string, string>): string {
  const count = (shownBy: Sentence["shownBy"]) => sentences.filter((each) => each.shownBy === shownBy).length;
  return [
    `## ${number}. ${name}`,
    "",
    `${sentences.length} sentences: ${count("test")} tested, ${count("owed")} owed, ${count("decision")} decided.`,
    "",
    "| | sentence | says | shown by |",
    "|---|---|---|---|",
    ...sentences.map(
      (each) =>
        `| ${each.id} | ${cell(each.title)} | ${each.says.replaceAll("|", "\\|")} | ${shownBy(each, fileOf)} |`,
    ),
  ].join("\n");
}

/** Titles are other people's text: shown as code, so that nothing in them is taken for markup. */
function cell(title: string): string {
  return `\`${title.replaceAll("`", "'").replaceAll("|", "\\|")}\``;
}

function shownBy({ id, shownBy, owedTo, decision }: Sentence, fileOf: ReadonlyMap<string, string>): string {
  const page = decision === undefined ? "" : `[decision ${decision.slice(15, 19)}](${decision.slice(5)})`;
  if (shownBy === "decision") return page;
  const file = fileOf.get(id);
  const main =
    shownBy === "owed" ? `owed: ${owedTo}` : file === undefined ? "no test yet" : `tests/spec/${file}`;
  return page === "" ? main : `${main}, ${page}`;
}

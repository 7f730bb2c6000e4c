import { testedIn } from "./ledger-check.js";
import { documents, type SpecDocument } from "./sentences/index.js";
import type { Sentence } from "./sentences/sentence.js";

/** Returns the text of docs/spec.md: each sentence and its test. `files` maps the names of tests to their texts. */
export function specPage(files: ReadonlyMap<string, string>): string {
  const fileOf = new Map([...files].flatMap(([file, text]) => testedIn(file, text).map((id) => [id, file])));
  const sections = documents.map((document) => section(document, fileOf));
  return `${[preface, ...sections].join("\n\n")}\n`;
}

const preface = `# Specification coverage

Every normative sentence of the specification, with the test that covers it. The column *sentence* has the first words of the
original, the column *meaning* a paraphrase. A sentence is covered by a test with the same number and first words, is owed
by a part that is not implemented yet, or is answered by a design decision. \`npm run docs:spec\` generates this page from
\`tests/spec/sentences/\`; make changes there.`;

function section({ number, name, sentences }: SpecDocument, fileOf: ReadonlyMap<string, string>): string {
  const count = (shownBy: Sentence["shownBy"]) => sentences.filter((each) => each.shownBy === shownBy).length;
  return [
    `## ${number}. ${name}`,
    "",
    `${sentences.length} sentences: ${count("test")} tested, ${count("owed")} owed, ${count("decision")} decided.`,
    "",
    "| | sentence | meaning | covered by |",
    "|---|---|---|---|",
    ...sentences.map(
      (each) =>
        `| ${each.id} | ${cell(each.title)} | ${each.says.replaceAll("|", "\\|")} | ${shownBy(each, fileOf)} |`,
    ),
  ].join("\n");
}

/** Returns a title as inline code, because it is quoted text that must not be read as markup. */
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

import { expect, test } from "vitest";
import type { Diagnostic } from "../../model/index.js";
import { annotation } from "./annotation.js";

const problem: Diagnostic = {
  code: "apply/failed",
  severity: "error",
  summary: "A step failed",
  detail: "There is no room: 100% is taken,\r\nall of it.",
  hint: "Make some.",
  position: { file: "/repository/infra/main.ts", line: 3, column: 7 },
};
const { position: _, hint: __, ...bare } = problem;
const look = { place: (file: string) => file.replace("/repository/infra/", "") };
const said = "There is no room: 100%25 is taken,%0D%0Aall of it.%0AMake some.";

test.each<[string, Diagnostic, string | undefined, string]>([
  [
    "from the root of the repository, wherever it was started",
    problem,
    "/repository",
    `::error file=infra/main.ts,line=3,col=7,title=apply/failed%3A A step failed::${said}\n`,
  ],
  [
    "as it is called here, where no root is known",
    problem,
    undefined,
    `::error file=main.ts,line=3,col=7,title=apply/failed%3A A step failed::${said}\n`,
  ],
  [
    "as it is called here, outside of the repository",
    problem,
    "/elsewhere",
    `::error file=main.ts,line=3,col=7,title=apply/failed%3A A step failed::${said}\n`,
  ],
  [
    "a file with the signs of the format in its name",
    { ...problem, severity: "warning", position: { file: "/repository/a,b:c%.ts", line: 1, column: 1 } },
    "/repository",
    `::warning file=a%2Cb%3Ac%25.ts,line=1,col=1,title=apply/failed%3A A step failed::${said}\n`,
  ],
  [
    "nowhere",
    { ...bare, severity: "note" },
    "/repository",
    "::notice title=apply/failed%3A A step failed::There is no room: 100%25 is taken,%0D%0Aall of it.\n",
  ],
])("a note beside the code: %s", (_case, diagnostic, repository, line) => {
  expect(annotation(diagnostic, look, repository ?? "")).toBe(line);
});

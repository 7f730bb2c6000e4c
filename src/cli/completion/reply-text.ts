import type { Reply } from "./reply-to.js";

/** A reply as the scripts read it: what the shell adds, then a line for each candidate, with what it is behind a tab. */
export function replyText({ more, candidates }: Reply): string {
  const lines = candidates
    .filter(({ value }) => !control.test(value))
    .map(({ value, says = "" }) => `${value}\t${says.replace(allControl, " ")}`);
  return [more, ...lines, ""].join("\n");
}

/** What would end a line, or do things to a terminal, is no candidate. */
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f-\u009f]/;
// oxlint-disable-next-line no-control-regex
const allControl = /[\u0000-\u001f\u007f-\u009f]+/g;

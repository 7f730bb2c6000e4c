import type { Look } from "../../render/index.js";
import { entryLines } from "../help-text.js";
import type { ProjectDecision } from "./decide-project.js";
import type { ListedTemplate } from "./template.js";

/** Returns the list of templates. */
export function templatesText(templates: readonly ListedTemplate[], look: Look): string {
  const rows = templates.map(({ name, description }) => [name, description] as const);
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  const list = entryLines(rows, width, look.width).join("\n");
  return `${list}\n\nCreate a project from a template:\n    ${look.command("coco new <template> <folder>")}\n`;
}

export interface MadeProject extends Pick<ProjectDecision, "writes" | "kept"> {
  readonly template: string;
  /** Relative to the current folder. */
  readonly folder: string;
  readonly next: readonly string[];
}

/** Returns the written files as a tree, and the next commands. */
export function projectText({ template, folder, writes, kept, next }: MadeProject, look: Look): string {
  const files =
    writes.length === 0
      ? `${folder} already has all files of the template ${template}.\n`
      : `${look.paint("strong", `${folder}/`)}\n${treeLines(writes).join("")}`;
  const stays = kept.map((name) => `${name} was kept unchanged.\n`).join("");
  const commands = next.map((command) => `    ${command}\n`).join("");
  return `${files}${stays}\nNext steps:\n${commands}`;
}

/** Returns a line for each file and folder, indented below its parent folder. */
function treeLines(writes: ProjectDecision["writes"]): readonly string[] {
  let above: readonly string[] = [];
  return writes.flatMap(({ path, before }) => {
    const parts = path.split("/");
    const folders = parts.slice(0, -1);
    const shared = folders.findIndex((name, index) => above[index] !== name);
    const opened = shared === -1 ? [] : folders.slice(shared);
    const first = folders.length - opened.length;
    above = folders;
    return [
      ...opened.map((name, index) => `${"  ".repeat(first + index + 1)}${name}/\n`),
      `${"  ".repeat(folders.length + 1)}${parts.at(-1)}${before === undefined ? "" : " (extended)"}\n`,
    ];
  });
}

import type { Look } from "../../render/index.js";
import { entryLines } from "../help-text.js";
import type { ProjectDecision } from "./decide-project.js";
import type { ListedTemplate } from "./template.js";

/** The templates, a line each. */
export function templatesText(templates: readonly ListedTemplate[], look: Look): string {
  const rows = templates.map(({ name, description }) => [name, description] as const);
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  const list = entryLines(rows, width, look.width).join("\n");
  return `${list}\n\nMake a project from one of them:\n    ${look.command("coco new <template> <folder>")}\n`;
}

export interface MadeProject extends Pick<ProjectDecision, "writes" | "kept"> {
  readonly template: string;
  /** As it is called from where the user stands. */
  readonly folder: string;
  readonly next: readonly string[];
}

/** What was written, as a tree, and what to type next. */
export function projectText({ template, folder, writes, kept, next }: MadeProject, look: Look): string {
  const files =
    writes.length === 0
      ? `All that ${template} has is in ${folder} already.\n`
      : `${look.paint("strong", `${folder}/`)}\n${treeLines(writes).join("")}`;
  const stays = kept.map((name) => `${name} stays as it is.\n`).join("");
  const commands = next.map((command) => `    ${command}\n`).join("");
  return `${files}${stays}\nNext:\n${commands}`;
}

/** A line for each file and each folder, below the folder that it is in. */
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
      `${"  ".repeat(folders.length + 1)}${parts.at(-1)}${before === undefined ? "" : " (what it lacked)"}\n`,
    ];
  });
}

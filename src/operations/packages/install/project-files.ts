import { existsSync } from "node:fs";
import { join } from "node:path";
import { DiagnosticError, isDiagnosticError, type Json } from "../../../model/index.js";
import { rewriteFile, withoutSectionMember, withSectionMember } from "../../../project/index.js";
import { jsonMembers } from "../../../std/json-members.js";
import { problem } from "../../diagnostics.js";
import type { ChangedFile } from "./installed.js";
import { installedKind } from "./named-providers.js";

/** Changes files of a project and remembers what changed. */
export class ProjectFiles {
  readonly changed: ChangedFile[] = [];
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Names a provider in coconut.json, which is created if it does not exist. */
  async nameProvider(name: string, text: string): Promise<void> {
    await this.#rewrite("coconut.json", `names ${name}: ${text}`, (before) =>
      withSectionMember(checked("coconut.json", before ?? "{}\n"), "packages", name, {
        [installedKind]: text,
      }),
    );
  }

  async forgetProvider(name: string): Promise<void> {
    await this.#rewrite("coconut.json", `no longer names ${name}`, (before) =>
      before === undefined
        ? undefined
        : withoutSectionMember(checked("coconut.json", before), "packages", name),
    );
  }

  /** Changes package.json, which is created with `initial` if it does not exist. */
  async packageFile(change: (text: string) => string, what: string, initial: Json): Promise<void> {
    await this.#rewrite("package.json", what, (before) =>
      change(checked("package.json", before ?? `${JSON.stringify(initial, null, 2)}\n`)),
    );
  }

  /** Changes the lock file. */
  async lockFile(
    name: string,
    what: string,
    change: (text: string | undefined) => string | undefined,
  ): Promise<void> {
    await this.#rewrite(name, what, change);
  }

  /** The error for a file that cannot be changed because of its content. */
  refused(file: string, reason: string, hint: string): DiagnosticError {
    return new DiagnosticError(
      problem("engine/project-file", {
        detail: `${join(this.#folder, file)} is not changed. ${reason}`,
        hint,
      }),
    );
  }

  async #rewrite(
    file: string,
    what: string,
    change: (text: string | undefined) => string | undefined,
  ): Promise<void> {
    const path = join(this.#folder, file);
    const isNew = !existsSync(path);
    let hasChanged = false;
    try {
      await rewriteFile(path, (before) => {
        const after = change(before);
        hasChanged = after !== undefined && after !== before;
        return after;
      });
    } catch (error) {
      if (isDiagnosticError(error) || (error as NodeJS.ErrnoException).code === undefined) throw error;
      throw new DiagnosticError(
        problem("engine/project-file", {
          detail: `${path} cannot be changed: ${(error as Error).message}.`,
          hint: "Make sure that the file and its folder are writable, and run the command again.",
        }),
      );
    }
    if (hasChanged) this.changed.push({ file: path, change: isNew ? `created, ${what}` : what });
  }
}

/** Throws if the text of a project file is not a JSON object with sections that are objects. */
function checked(file: string, text: string): string {
  const found = jsonMembers(text);
  const isObject = !("fault" in found);
  const section = isObject
    ? found.members.find(({ key }) => key === "packages" && file === "coconut.json")
    : undefined;
  if (isObject && (section === undefined || text[section.valueStart] === "{")) return text;
  throw new DiagnosticError(
    problem("engine/project-file", {
      detail: `${file} is not changed because ${isObject ? '"packages" in it is not an object' : "it is not a JSON object"}.`,
      hint: `Fix ${file}, and run the command again.`,
    }),
  );
}

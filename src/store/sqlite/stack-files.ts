import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DiagnosticError } from "../../model/index.js";
import { JSON } from "../../std/plain-json.js";
import { shellWord } from "../../std/shell-word.js";
import { shortenMiddle } from "../../std/shorten-text.js";
import { problem } from "../diagnostics.js";
import { byAddress, type StackAddress } from "../raw/index.js";
import { isThere } from "./refuse-unsafe-file.js";
import { formerStackFile, projectFolderName, projectOfFolder, stackFile, stackOfFile } from "./stack-file.js";

export interface StackFilesPorts {
  /** Several projects share the folder. */
  readonly isShared: boolean;
  /** Returns the project that the file of a stack names; throws if it cannot be read. */
  readonly projectIn: (path: string) => string;
}

/**
 * Maps stacks to files. A stack is at `<project>/<stack>.db`, or at `<stack>.db`, which records its project itself.
 * Both are found. In a shared folder, new stacks are created in the subfolder of their project, so that two projects
 * may have a stack of the same name; otherwise they are created in the folder itself. A stack that exists at both
 * places is refused.
 */
export class StackFiles {
  readonly #folder: string;
  readonly #ports: StackFilesPorts;

  constructor(folder: string, ports: StackFilesPorts) {
    this.#folder = folder;
    this.#ports = ports;
  }

  /** Returns the file of a stack; undefined if there is none. */
  find(stack: StackAddress): string | undefined {
    const [inProject, direct] = [this.#inProject(stack), this.#direct(stack)];
    const found = inProject !== undefined && isThere(inProject) ? inProject : undefined;
    if (!isThere(direct)) return found;
    const { isShared, projectIn } = this.#ports;
    // In the folder of one project, every stack should belong to that project. If it does not, opening it throws.
    if (found === undefined && !isShared) return direct;
    const isOwn = (found === undefined ? projectIn(direct) : this.#projectOf(direct)) === stack.project;
    if (isOwn && found !== undefined) throw twoFiles(stack, found, direct);
    return isOwn ? direct : found;
  }

  /** Returns the path for a new stack. */
  placeFor(stack: StackAddress): string {
    const path = this.#ports.isShared ? this.#inProject(stack) : this.#direct(stack);
    if (path === undefined) throw unusable(stack.project);
    return path;
  }

  /** A file directly in the folder that cannot be read may belong to any project, so it is listed for every project. */
  list(project: string | undefined): readonly StackAddress[] {
    const entries = isThere(this.#folder) ? readdirSync(this.#folder) : [];
    const projects = entries.flatMap((entry) => projectOfFolder(entry) ?? []);
    const asked = project === undefined ? projects : projects.filter((each) => each === project);
    const inProjects = asked.flatMap((each) =>
      filesIn(join(this.#folder, projectFolderName(each)!))
        .flatMap((file) => stackOfFile(file) ?? [])
        .map((name) => ({ project: each, name })),
    );
    const direct = entries.flatMap((entry) => {
      const name = stackOfFile(entry);
      const owner = name === undefined ? undefined : this.#listedFor(join(this.#folder, entry), project);
      return name === undefined || owner === undefined ? [] : [{ project: owner, name }];
    });
    const wanted = direct.filter(
      (each) =>
        (project === undefined || each.project === project) &&
        !inProjects.some((other) => byAddress(each, other) === 0),
    );
    return [...inProjects, ...wanted].sort(byAddress);
  }

  #listedFor(path: string, project: string | undefined): string | undefined {
    if (project !== undefined && !this.#ports.isShared) return project;
    return this.#projectOf(path) ?? project;
  }

  /** Returns the project of a file; undefined if it cannot be read. */
  #projectOf(path: string): string | undefined {
    try {
      return this.#ports.projectIn(path);
    } catch {
      return undefined;
    }
  }

  #inProject({ project, name }: StackAddress): string | undefined {
    const folder = projectFolderName(project);
    return folder === undefined ? undefined : join(this.#folder, folder, this.#fileOf(name));
  }

  #direct({ name }: StackAddress): string {
    const file = this.#fileOf(name);
    refuseFormer(this.#folder, name, file);
    return join(this.#folder, file);
  }

  #fileOf(name: string): string {
    const file = stackFile(name);
    if (file === undefined) throw unusable(name);
    return file;
  }
}

/** Empty if it is not a folder. */
function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    throw error;
  }
}

function unusable(name: string): DiagnosticError {
  return new DiagnosticError(
    problem("store/stack-name", {
      detail: `${JSON.stringify(shortenMiddle(name, 60))} is empty or too long for a file name.`,
      hint: "Use a short name, such as dev or staging.",
    }),
  );
}

function twoFiles({ project, name }: StackAddress, ...paths: readonly string[]): DiagnosticError {
  return new DiagnosticError(
    problem("store/two-files", {
      detail: `The stack ${name} of the project ${project} exists in ${paths.join(" and in ")}. Only one of them can be its state. Nothing was read or changed.`,
      hint: "Find out which file is current, and move the other one, with the files next to it, to another folder.",
    }),
  );
}

/**
 * Throws if the stack has a file with its former name: a new one next to it would be empty. On Windows there is no such
 * file.
 */
function refuseFormer(folder: string, name: string, file: string): void {
  const former = formerStackFile(name);
  if (former === undefined || process.platform === "win32" || !isThere(join(folder, former))) return;
  throw new DiagnosticError(
    problem("store/stack-name", {
      detail: `The stack ${JSON.stringify(name)} is stored in ${join(folder, former)}, which is a device name on Windows. Coconut now expects ${file}.`,
      hint: `Rename the file, and all files next to it that begin with ${former}:\nmv ${shellWord(join(folder, former))} ${shellWord(join(folder, file))}`,
    }),
  );
}

import { spawn } from "node:child_process";
import { userInfo } from "node:os";
import { join } from "node:path";
import type { Project } from "../support/built-package.js";

/** A transcript of commands and what they printed, with what differs from run to run taken out. */
export class Story {
  readonly #project: Project;
  readonly #command: string;
  readonly #parts: string[] = [];

  constructor(project: Project, installed: string) {
    this.#project = project;
    this.#command = join(installed, "dist/cli/main.js");
  }

  says(sentence: string): void {
    this.#parts.push(`\n# ${sentence}\n\n`);
  }

  /** Runs a command as it is typed, and answers with what it printed. */
  coco(status: number, line: string): Promise<string> {
    return this.cocoWith("", status, line);
  }

  async cocoWith(input: string, status: number, line: string): Promise<string> {
    const ended = await this.#run(line.split(" "), input);
    const exit = ended.status === 0 ? "" : `(exit ${ended.status})\n`;
    this.#parts.push(`$ coco ${line}\n${ended.text}${exit}\n`);
    if (ended.status !== status) throw new Error(`Not ${status} but ${ended.status}:\n${this.everything}`);
    return ended.text;
  }

  async output(name: string): Promise<string> {
    return (await this.#run(["output", name], "")).text.trim();
  }

  /** Whatever happened: nothing keeps running. */
  async finish(): Promise<void> {
    await this.#run(["state", "unprotect", "*"], "");
    await this.#run(["destroy", "--yes"], "");
  }

  get everything(): string {
    return this.#parts.join("");
  }

  get transcript(): string {
    return `${steady(this.everything, this.#project.folder).trim()}\n`;
  }

  #run(words: readonly string[], input: string): Promise<{ status: number | null; text: string }> {
    const {
      NODE_EXTRA_CA_CERTS: _,
      NODE_OPTIONS: _options,
      CI: _ci,
      GITHUB_ACTIONS: _gh,
      ...environment
    } = process.env;
    const child = spawn(process.execPath, [this.#command, ...words], {
      cwd: this.#project.folder,
      env: {
        ...environment,
        COCONUT_KEY_FILE: `${this.#project.path(".")}-key`,
        COLUMNS: "100",
        USER: "ana",
      },
    });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => (text += part));
    child.stderr.setEncoding("utf8").on("data", (part: string) => (text += part));
    child.stdin.end(input);
    return new Promise((resolve) => child.on("close", (status) => resolve({ status, text })));
  }
}

/** Times, ports, keys and numbers of processes are other ones every time. */
function steady(text: string, folder: string): string {
  return (
    text
      .replaceAll(folder, "<project>")
      .replaceAll(new RegExp(`\\b${userInfo().username}\\b`, "g"), "ana")
      // On a busy machine milliseconds become seconds.
      .replace(/\b(\d+ min )?\d+(\.\d+)? (ms|s|min)\b( {2,}(?=\d))?/g, "<n> ms$4")
      .replace(/\b\d+(\.\d+)? (KiB|MiB|B)\b( {2,}(?=\d))?/g, "<n> $2$3")
      .replace(/(<n> \w+) {2,}/g, "$1  ")
      .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z?/g, "<time>")
      .replace(/localhost:\d+/g, "localhost:<port>")
      .replace(/process-[0-9a-f]{16}/g, "process-<id>")
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<uuid>")
      .replace(/the key [0-9a-f]{8}/g, "the key <key>")
  );
}

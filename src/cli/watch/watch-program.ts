import { joinedReads, nothingRead, readAgain, type FilesRead } from "../../std/files-read.js";
import type { Face } from "../face/index.js";
import { FileWatch } from "./file-watch.js";
import { nextStep, type WatchAction, type WatchFact, type WatchState } from "./next-step.js";
import { Round } from "./round.js";
import { sourceFiles } from "./source-files.js";
import { roundFooting, roundHeading } from "./watch-text.js";

export interface WatchRequest {
  /** What `coco` is asked for in every round. */
  readonly command: readonly string[];
  readonly projectFolder: string;
  /** How the stack is called. */
  readonly stack: string;
  /** What is watched whatever the program is made from, as it is now. */
  readonly always: () => FilesRead;
  readonly applies: boolean;
  /** Someone sees the screen, which can be cleared. */
  readonly isScreen: boolean;
}

/**
 * Makes a plan now and after every save, until someone interrupts it. Resolves to the exit code.
 *
 * `next-step.ts` decides what to do about a save, an interruption or the end of a round; this file does it. A round is
 * `coco plan` or `coco apply` in a process of its own: `watched-round.ts` is its end of the line to the watcher. Every command
 * loads that file, and nothing else of this folder. The watcher never reads a program itself: the rounds report which
 * files they have read.
 */
export function watchProgram(request: WatchRequest, face: Face): Promise<number> {
  return new Promise((resolve) => new Watcher(request, face, resolve).begin());
}

/** Does what `nextStep` decides. */
class Watcher {
  readonly #request: WatchRequest;
  readonly #face: Face;
  readonly #leave: (exitCode: number) => void;
  readonly #files: FileWatch;
  #state: WatchState = { kind: "waiting" };
  #round: Round | undefined;
  #number = 0;
  #begunMs = 0;
  /** What was saved since the round began. */
  readonly #saved = new Set<string>();
  /** What the round says that it has read. */
  #read: FilesRead | undefined;
  #joining: NodeJS.Timeout | undefined;

  constructor(request: WatchRequest, face: Face, leave: (exitCode: number) => void) {
    this.#request = request;
    this.#face = face;
    this.#leave = leave;
    this.#files = new FileWatch({
      onChange: (paths) => this.#changed(paths),
      onRefused: ({ code }) =>
        face.say(`The system does not tell of changes (${code}): files are looked at twice a second.\n`),
    });
  }

  begin(): void {
    for (const signal of interruptions) process.on(signal, this.#interrupted);
    // Who only looks has nothing left to do when nobody reads any more.
    process.stdout.once("error", this.#interrupted);
    this.#happened({ kind: "saved" });
  }

  readonly #interrupted = () => this.#happened({ kind: "interrupted" });

  /** Names that appear while it applies are those of what it makes, not of what could be imported. */
  #changed(paths: readonly string[]): void {
    const { folders } = this.#files.read;
    const isMade = (path: string) => this.#state.kind === "applying" && Object.hasOwn(folders, path);
    const saved = paths.filter((path) => !isMade(path));
    for (const path of saved) this.#saved.add(path);
    if (saved.length > 0) this.#happened({ kind: "saved" });
  }

  #happened(fact: WatchFact): void {
    const { state, action } = nextStep(this.#state, fact);
    this.#state = state;
    if (action !== undefined) this.#do(action);
    if (state.kind === "left") this.#end(state.exitCode);
  }

  #do(action: WatchAction): void {
    switch (action) {
      case "start":
        return this.#start();
      case "supersede":
        return this.#round!.supersede();
      case "allow":
        return this.#round!.allow();
      case "interrupt": {
        const { wasApplying, interruptions: times } = this.#state as WatchState & { kind: "leaving" };
        return this.#round!.interrupt(times, wasApplying);
      }
      case "kill":
        return this.#round!.kill();
    }
  }

  #start(): void {
    const { command, stack, isScreen, always } = this.#request;
    // As they are before the round looks: what is saved while it does is then different.
    this.#files.watch(joinedReads(readAgain(this.#files.read), always()));
    const because = [...this.#saved];
    this.#saved.clear();
    this.#read = undefined;
    this.#begunMs = Date.now();
    const round = ++this.#number;
    const { folders, trees } = this.#files.read;
    const isFolder = new Set([folders, trees].flatMap(Object.keys));
    this.#face.item("round-started", { round, because }, (look) =>
      roundHeading({ because, folders: isFolder, stack, at: new Date(this.#begunMs), isScreen }, look),
    );
    if (round === 1) this.#face.say(this.#notice());
    this.#round = new Round(command, {
      onRead: (read) => {
        // What it read first is what its plan is made from.
        this.#read = joinedReads(read, this.#read ?? nothingRead);
        // Each asset is told of by itself, and there may be many.
        clearTimeout(this.#joining);
        this.#joining = setTimeout(() => this.#files.watch(this.#known()), 20);
      },
      onAsks: () => this.#happened({ kind: "asked" }),
      onEnd: (exitCode) => this.#ended(round, exitCode),
    });
  }

  #notice(): string {
    const { applies, command } = this.#request;
    if (!applies) return "";
    return command.includes("--yes")
      ? "Every plan is applied.\n\n"
      : "Every plan is applied, but for those that delete something.\n\n";
  }

  #ended(round: number, exitCode: number): void {
    const before = this.#state;
    const durationMs = Date.now() - this.#begunMs;
    clearTimeout(this.#joining);
    this.#files.watch(this.#toWatch(exitCode, before.kind === "applying"));
    this.#face.item(
      "round-ended",
      { round, exitCode, durationMs, ...(before.kind === "superseded" && { superseded: true }) },
      (look) => {
        const { applies } = this.#request;
        const files = this.#countFiles();
        const isLast = nextStep(before, { kind: "ended", exitCode }).state.kind === "waiting";
        return isLast ? roundFooting({ exitCode, durationMs, applies, files }, look) : "";
      },
    );
    this.#happened({ kind: "ended", exitCode });
  }

  /**
   * What the round has read. If that was not all, since it failed, also what was watched before; if it did not even
   * come to that, all that could be part of the program.
   */
  #toWatch(exitCode: number, hasApplied: boolean): FilesRead {
    const { always, projectFolder } = this.#request;
    const watched = this.#known();
    if (this.#read === undefined) return joinedReads(sourceFiles(projectFolder, this.#begunMs), watched);
    const wanted = joinedReads(always(), this.#read);
    const read = exitCode === 0 ? readingsOf(watched, wanted) : watched;
    return hasApplied ? { ...read, folders: readAgain(read).folders } : read;
  }

  /** What was watched before, and what the round has read since. */
  #known(): FilesRead {
    return joinedReads(this.#files.read, this.#read ?? nothingRead);
  }

  #countFiles(): number {
    const { files } = this.#files.read;
    return Object.keys(files).filter((path) => files[path] !== "" && !path.includes("node_modules")).length;
  }

  #end(exitCode: number): void {
    for (const signal of interruptions) process.off(signal, this.#interrupted);
    process.stdout.off("error", this.#interrupted);
    this.#files.close();
    // Below what the terminal showed for Ctrl-C.
    if (this.#request.isScreen) this.#face.say("\n");
    this.#leave(exitCode);
  }
}

const interruptions = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Of all that is watched, what is wanted. */
function readingsOf(all: FilesRead, wanted: FilesRead): FilesRead {
  const part = (name: keyof FilesRead) =>
    Object.fromEntries(
      Object.entries(wanted[name]).map(([path, reading]) => [path, all[name][path] ?? reading]),
    );
  return { files: part("files"), folders: part("folders"), trees: part("trees") };
}

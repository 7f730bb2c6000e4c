import { joinedReads, nothingRead, readAgain, type FilesRead } from "../../std/files-read.js";
import type { Face } from "../face/index.js";
import { FileWatch } from "./file-watch.js";
import { nextStep, type WatchAction, type WatchFact, type WatchState } from "./next-step.js";
import { Round } from "./round.js";
import { sourceFiles } from "./source-files.js";
import { roundFooting, roundHeading } from "./watch-text.js";

export interface WatchRequest {
  /** Command line of every round. */
  readonly command: readonly string[];
  readonly projectFolder: string;
  /** Name of the stack. */
  readonly stack: string;
  /** Returns the current content of files that are always watched. */
  readonly always: () => FilesRead;
  readonly applies: boolean;
  /** The output is a screen that can be cleared. */
  readonly isScreen: boolean;
}

/**
 * Plans now and after every save until interrupted. Resolves to the exit code.
 *
 * `next-step.ts` decides what to do about a save, an interruption or the end of a round; this file does it. A round is
 * `coco plan` or `coco apply` in a process of its own: `watched-round.ts` is its side of the connection. Every command
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
  /** Paths saved since the round started. */
  readonly #saved = new Set<string>();
  /** Files that the round has reported. */
  #read: FilesRead | undefined;
  #joining: NodeJS.Timeout | undefined;

  constructor(request: WatchRequest, face: Face, leave: (exitCode: number) => void) {
    this.#request = request;
    this.#face = face;
    this.#leave = leave;
    this.#files = new FileWatch({
      onChange: (paths) => this.#changed(paths),
      onRefused: ({ code }) =>
        face.say(`The system cannot watch files (${code}). Polling them twice a second instead.\n`),
    });
  }

  begin(): void {
    for (const signal of interruptions) process.on(signal, this.#interrupted);
    // Quit when the reader of the output closes it.
    process.stdout.once("error", this.#interrupted);
    this.#happened({ kind: "saved" });
  }

  readonly #interrupted = () => this.#happened({ kind: "interrupted" });

  /** Handles changes. New names in folders during an apply are ignored: the apply itself creates them. */
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
    // Records the content before the round starts, so that a save during the round is detected.
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
        // The plan is made from the first version that was read.
        this.#read = joinedReads(read, this.#read ?? nothingRead);
        // Each asset is reported separately, and there may be many.
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
      ? "Applying every plan.\n\n"
      : "Applying every plan, except plans that delete something.\n\n";
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
   * Returns the files to watch: those that the round has read. If it failed, also the previously watched files; if it
   * reported nothing, all files that could be part of the program.
   */
  #toWatch(exitCode: number, hasApplied: boolean): FilesRead {
    const { always, projectFolder } = this.#request;
    const watched = this.#known();
    if (this.#read === undefined) return joinedReads(sourceFiles(projectFolder, this.#begunMs), watched);
    const wanted = joinedReads(always(), this.#read);
    const read = exitCode === 0 ? readingsOf(watched, wanted) : watched;
    return hasApplied ? { ...read, folders: readAgain(read).folders } : read;
  }

  /** Returns the watched files together with those that the round has reported. */
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
    // Ends the line on which the terminal shows ^C.
    if (this.#request.isScreen) this.#face.say("\n");
    this.#leave(exitCode);
  }
}

const interruptions = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Returns the wanted paths, with the content of `all` where it has them. */
function readingsOf(all: FilesRead, wanted: FilesRead): FilesRead {
  const part = (name: keyof FilesRead) =>
    Object.fromEntries(
      Object.entries(wanted[name]).map(([path, reading]) => [path, all[name][path] ?? reading]),
    );
  return { files: part("files"), folders: part("folders"), trees: part("trees") };
}

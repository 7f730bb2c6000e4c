import { closeSync, fstatSync, openSync, readSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import { currentLogFile, logFileBytes, logFiles, type LogStream, type StoredLine } from "./log-file.js";
import { JSON } from "../../../std/plain-json.js";

/**
 * Appends to the log of a process and rotates files when one is full. Writes synchronously: a process that logs faster
 * than the disk accepts has to wait, and nothing is buffered in memory.
 */
export class LogWriter {
  readonly #folder: string;
  readonly #fileBytes: number;
  #descriptor: number;
  #size: number;
  #time = 0;

  constructor(folder: string, fileBytes = logFileBytes) {
    this.#folder = folder;
    this.#fileBytes = fileBytes;
    this.#descriptor = this.#open();
    this.#size = fstatSync(this.#descriptor).size;
    if (this.#isCutOff()) this.#append("\n");
  }

  /** If the disk refuses a line, the line is lost and the process continues. */
  write(stream: LogStream, message: string): void {
    // The clock may be set back; the times of lines must still ascend.
    this.#time = Math.max(this.#time, Date.now());
    const line: StoredLine = { time: new Date(this.#time).toISOString(), stream, message };
    const text = `${JSON.stringify(line)}\n`;
    try {
      if (this.#size > 0 && this.#size + Buffer.byteLength(text) > this.#fileBytes) this.#rotate();
      this.#append(text);
    } catch {
      // The disk is full, or the folder is gone.
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #append(text: string): void {
    this.#size += writeSync(this.#descriptor, text);
  }

  #rotate(): void {
    renameSync(join(this.#folder, currentLogFile), join(this.#folder, logFiles[0]));
    const full = this.#descriptor;
    this.#descriptor = this.#open();
    this.#size = 0;
    closeSync(full);
  }

  #open(): number {
    return openSync(join(this.#folder, currentLogFile), "a+", 0o600);
  }

  /** True if the previous writer was killed in the middle of a line. */
  #isCutOff(): boolean {
    const last = Buffer.alloc(1);
    return (
      this.#size > 0 && readSync(this.#descriptor, last, 0, 1, this.#size - 1) === 1 && last[0] !== newline
    );
  }
}

const newline = 10;

import { cpSync, lstatSync } from "node:fs";

/** Copies a folder as `cp` does, without the socket of a run that goes on or was killed, which Node refuses to copy. */
export function copyFolder(from: string, to: string): void {
  const filter = (path: string) => !lstatSync(path).isSocket();
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, filter });
}

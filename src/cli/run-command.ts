import { readFileSync } from "node:fs";

const usage = `Coconut: infrastructure as code for TypeScript.

Usage
  coco version        print the version
  coco --help         print this text

Planning and applying are not part of this version yet. Until they are, programs are
evaluated through the library: see README.md, "Try it".
`;

/** Runs one command and returns its exit code. */
export function runCommand([command, ...rest]: readonly string[]): number {
  switch (command) {
    case "version":
    case "--version":
      return rest.length > 0
        ? refuse(`coco version takes no arguments, and was given ${rest[0]}.`)
        : print(`${version()}\n`);
    case "help":
    case "--help":
    case "-h":
    case undefined:
      return print(usage);
    default:
      return refuse(`There is no command ${JSON.stringify(command)}.`);
  }
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

/** 64 is the exit code for wrong usage. */
function refuse(reason: string): number {
  process.stderr.write(`error cli/usage: ${reason}\n\n${usage}`);
  return 64;
}

function version(): string {
  const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}

import { relative } from "node:path";
import { plainLook, type Look } from "../../render/index.js";
import { printable } from "../../std/printable.js";
import { SourceFiles } from "../../std/source-files.js";
import { painter, terminalOf } from "../terminal/index.js";
import type { Face } from "./face.js";
import { eventsFace, jsonFace } from "./json-face.js";
import { keepToOurselves } from "./output-stream.js";
import { textFace } from "./text-face.js";

export interface FaceAsked {
  readonly json?: boolean;
  readonly events?: boolean;
  readonly verbose?: boolean;
  /** Completes a suggested command line with options. Default: unchanged. */
  readonly suggest?: Look["command"];
}

/** Makes the output of this process for a command. If the reader of the output goes away, the command continues. */
export function makeFace(command: string, asked: FaceAsked): Face {
  const { json, events, verbose = false, suggest = plainLook.command } = asked;
  const { stdout: output, stderr: errors, env: environment } = process;
  for (const stream of [output, errors]) stream.on("error", () => {});
  if (json) return jsonFace(command, keepToOurselves(output, errors));
  if (events) return eventsFace(command, keepToOurselves(output, errors), () => new Date());
  const around = {
    environment,
    output,
    errors,
    /** Opened on use, because it takes time. */
    get input() {
      return process.stdin;
    },
  };
  const terminal = terminalOf(around);
  const source = new SourceFiles();
  const look: Look = {
    get width() {
      return output.isTTY && output.columns > 0 ? output.columns : terminal.columns;
    },
    paint: painter(terminal.hasColour),
    verbose,
    place: placeFrom(process.cwd()),
    command: suggest,
    source,
    ...(output.isTTY && { exact: printableLines }),
  };
  return textFace(terminal, look, around, source);
}

function printableLines(text: string): string {
  return text.split("\n").map(printable).join("\n");
}

/** Returns a function that makes a path relative if that is shorter. */
function placeFrom(here: string): Look["place"] {
  return (file) => {
    const way = relative(here, file);
    return way !== "" && way.length < file.length ? way : file;
  };
}

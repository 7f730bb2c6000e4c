import { relative } from "node:path";
import type { Look } from "../../render/index.js";
import { painter, terminalOf } from "../terminal/index.js";
import { eventsFace } from "./events-face.js";
import type { Face } from "./face.js";
import { jsonFace } from "./json-face.js";
import { keepToOurselves } from "./output.js";
import { textFace } from "./text-face.js";

export interface FaceAsked {
  readonly json?: boolean;
  readonly events?: boolean;
  readonly verbose?: boolean;
}

/** The face that this process shows for a command. Whoever reads the output may go; what was begun goes on. */
export function makeFace(command: string, { json, events, verbose = false }: FaceAsked): Face {
  const { stdin: input, stdout: output, stderr: errors, env: environment } = process;
  for (const stream of [output, errors]) stream.on("error", () => {});
  if (json) return jsonFace(command, keepToOurselves(output, errors));
  if (events) return eventsFace(command, keepToOurselves(output, errors), () => new Date());
  const terminal = terminalOf({ environment, output, input });
  const look: Look = {
    get width() {
      return output.isTTY && output.columns > 0 ? output.columns : terminal.columns;
    },
    paint: painter(terminal.hasColour),
    verbose,
    place: placeFrom(process.cwd()),
  };
  return textFace(terminal, look, { input, output, errors });
}

/** The shorter way to say where a file is. */
function placeFrom(here: string): Look["place"] {
  return (file) => {
    const way = relative(here, file);
    return way !== "" && way.length < file.length ? way : file;
  };
}

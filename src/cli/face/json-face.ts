import type { Json } from "../../model/index.js";
import { plainLook } from "../../render/index.js";
import { JSON } from "../../std/plain-json.js";
import { diagnosticData, eventData, planData, runData, version } from "./data.js";
import type { Face } from "./face.js";
import { nonInteractive, type OutputStream } from "./output-stream.js";

/** Prints one JSON document at the end. */
export function jsonFace(command: string, output: OutputStream): Face {
  const document: { [field: string]: Json } = {};
  const lists = new Map<string, Json[]>();
  const diagnostics: Json[] = [];
  return {
    ...nonInteractive,
    look: plainLook,
    say: () => {},
    show: (name, data) => void (document[name] = data),
    item: (name, data) => {
      const list = lists.get(name);
      if (list === undefined) lists.set(name, [data]);
      else list.push(data);
    },
    plan: async (plan) => void (document["plan"] = planData(plan)),
    event: () => {},
    ended: (run, where) => void (document["run"] = runData(run, where)),
    complain: (found) => void diagnostics.push(...found.map(diagnosticData)),
    end: (exitCode) => {
      const whole = { version, command, exitCode, ...document, ...Object.fromEntries(lists), diagnostics };
      return output.write(`${JSON.stringify(whole, undefined, 2)}\n`);
    },
  };
}

/** Prints an event stream: one JSON object per line, as events happen. The last event is `end`. */
export function eventsFace(command: string, output: OutputStream, now: () => Date): Face {
  const emit = (event: object) => {
    const line = { version, time: now().toISOString(), ...event };
    return output.write(`${JSON.stringify(line)}\n`);
  };
  void emit({ event: "begin", command });
  return {
    ...nonInteractive,
    look: plainLook,
    say: () => {},
    show: (name, data) => void emit({ event: name, [name]: data }),
    item: (name, data) => void emit({ event: name, [name]: data }),
    plan: async (plan) => void emit({ event: "plan", plan: planData(plan) }),
    event: (event) => void emit(eventData(event)),
    ended: (run, where) => void emit({ event: "run", run: runData(run, where) }),
    complain: (found) => {
      for (const each of found) void emit({ event: "diagnostic", diagnostic: diagnosticData(each) });
    },
    end: (exitCode) => emit({ event: "end", command, exitCode }),
  };
}

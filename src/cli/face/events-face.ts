import { plainLook } from "../../render/index.js";
import { diagnosticData, eventData, planData, runData, version } from "./data.js";
import type { Face } from "./face.js";
import { nobodyToAsk, type Output } from "./output.js";
import { JSON } from "../../std/plain-json.js";

/** A line of JSON for everything that happens, when it happens. The last one is `end`. */
export function eventsFace(command: string, output: Output, now: () => Date): Face {
  const emit = (event: object) => {
    const line = { version, time: now().toISOString(), ...event };
    return output.write(`${JSON.stringify(line)}\n`);
  };
  void emit({ event: "begin", command });
  return {
    ...nobodyToAsk,
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

import type { Json } from "../../model/index.js";
import { plainLook } from "../../render/index.js";
import { diagnosticData, planData, runData, version } from "./data.js";
import type { Face } from "./face.js";
import { nobodyToAsk, type Output } from "./output.js";
import { JSON } from "../../std/plain-json.js";

/** Everything in one document at the end, and nothing before. */
export function jsonFace(command: string, output: Output): Face {
  const document: { [field: string]: Json } = {};
  const lists = new Map<string, Json[]>();
  const diagnostics: Json[] = [];
  return {
    ...nobodyToAsk,
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

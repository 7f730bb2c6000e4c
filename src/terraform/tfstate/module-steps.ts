import { readJson, writeJson } from "../cty/index.js";
import type { InstanceKey, ModuleStep } from "./state-file.js";

/** Parses the address of a module instance, `module.net["one"].module.sub[0]`; undefined if it is not one. */
export function moduleSteps(address: string): readonly ModuleStep[] | undefined {
  const steps: ModuleStep[] = [];
  step.lastIndex = 0;
  while (step.lastIndex < address.length) {
    const found = step.exec(address);
    if (found === null) return undefined;
    const [, name = "", number, quoted] = found;
    const key = quoted === undefined ? (number === undefined ? undefined : Number(number)) : unquoted(quoted);
    steps.push({ name, key });
  }
  return steps;
}

const step = /module\.([^.[\]"]+)(?:\[(?:(\d+)|("(?:[^"\\]|\\.)*"))\])?(?:\.|$)/y;

/** The escapes of HCL in keys are those of JSON, and `$${` and `%%{`. */
function unquoted(text: string): string {
  try {
    const read = readJson(text);
    return (typeof read === "string" ? read : text).replace(/([$%])\1(?=\{)/g, "$1");
  } catch {
    return text.slice(1, -1);
  }
}

/** Returns the address of a resource or instance in its module: `aws_vpc.main`, `aws_vpc.main[0]`. */
export function resourceAddress(type: string, name: string, key?: InstanceKey): string {
  return `${type}.${name}${key === undefined ? "" : `[${writeJson(key)}]`}`;
}

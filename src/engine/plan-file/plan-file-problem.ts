import type { Diagnostic, PackageRecord } from "../../model/index.js";
import type { RunRow } from "../../store/internal.js";
import { problem } from "../diagnostics.js";
import type { PlanHeader } from "./plan-envelope.js";
import type { PlanFilePorts } from "./plan-file-ports.js";
import { JSON } from "../../std/plain-json.js";

export function otherStack({ project, stack }: PlanHeader, here: PlanFilePorts["settings"]): Diagnostic {
  const name = here.namespace === undefined ? here.stack : `${here.stack}:${here.namespace}`;
  const isNamesake = project === here.project && stack === name;
  const which = isNamesake
    ? "a stack of the same name, which is not this one"
    : `${text(stack)} of the project ${text(project)}`;
  return problem("engine/plan-file-other-stack", {
    detail: `The plan was made for ${which}; this is ${text(name)} of ${text(here.project)}. Nothing was called.`,
    hint: "Apply it to the stack that it was made for, or plan this one.",
  });
}

export function used({ runId, begunAt }: RunRow): Diagnostic {
  return problem("engine/plan-file-used", {
    detail: `The plan was applied before, by the run ${runId}, begun at ${begunAt}. A plan is applied once. Nothing was called.`,
    hint: "Plan again, and look at the new plan.",
  });
}

export function otherProgram(): Diagnostic {
  return problem("engine/plan-file-other-program", {
    detail: "The code of the program is not the code that the plan was made from. Nothing was called.",
    hint: "Apply it beside the code that it was made from, or plan again.",
  });
}

export function otherRegistrations(differences: readonly string[]): Diagnostic {
  const list = differences.map((each) => `    ${each}`).join("\n");
  return problem("engine/plan-file-other-program", {
    detail: `The program asks for something else than when the plan was made. Nothing was changed.${list === "" ? "" : `\n${list}`}`,
    hint: "What depends on the time, on the environment, on files, on other stacks or on answers of functions may differ although the code is the same. Plan again, and look at the new plan.",
  });
}

/** The program asks for the same resources, and exports something else. */
export function otherOutputs(names: readonly string[]): Diagnostic {
  return problem("engine/plan-file-other-outputs", {
    detail: `The outputs of the stack are not those of the plan: ${names.join(", ")}. Nothing was changed.`,
    hint: "An output that is computed anew in every run, as by Date.now() or Math.random(), cannot be kept in a plan file: make it from a resource or from the configuration. If it comes from a file, the environment or another stack that has changed, plan again, and look at the new plan.",
  });
}

export function otherConfig(keys: readonly string[]): Diagnostic {
  return problem("engine/plan-file-other-config", {
    detail: `The configuration of the stack is not that of the plan: ${keys.join(", ")}. Nothing was called.`,
    hint: "Apply it with the configuration that it was made with, or plan again.",
  });
}

export function otherProvider(then: readonly PackageRecord[], now: PackageRecord): Diagnostic {
  const of = ({ version, module, plugin }: PackageRecord) =>
    [`${version} of ${module}`, ...(plugin?.checksums ?? [])].join(" ");
  return problem("engine/plan-file-other-provider", {
    detail: `The plan was made with the package ${now.name} in version ${then.map(of).join(" and ")}; here it is ${of(now)}. Nothing was called.`,
    hint: "Install the version that the plan was made with, or plan again.",
  });
}

export function otherCode(differences: readonly string[]): Diagnostic {
  const list = differences.map((each) => `    ${each}`).join("\n");
  return problem("engine/plan-file-other-code", {
    detail: `Providers load other code here than when the plan was made. Nothing was called.\n${list}`,
    hint: "Restore the code and the packages that the plan was made with (`npm ci` installs them from the lock file), or plan again, and look at the new plan.",
  });
}

export function unsettled(urns: readonly string[]): Diagnostic {
  return problem("engine/plan-file-unsettled", {
    detail: `Operations of an earlier run were cut off, and what became of them is only looked at by a plan: ${urns.join(", ")}. A plan file holds what is certain.`,
    hint: "Settle them, then plan again:\n    coco refresh",
  });
}

const text = (name: string) => JSON.stringify(name);

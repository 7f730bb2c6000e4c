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
    ? "a different stack with the same name"
    : `stack ${text(stack)} of project ${text(project)}`;
  return problem("engine/plan-file-other-stack", {
    detail: `The plan was made for ${which}; this is stack ${text(name)} of project ${text(here.project)}. No provider was called.`,
    hint: "Apply the plan to the stack that it was made for, or plan this stack.",
  });
}

export function used({ runId, begunAt }: RunRow): Diagnostic {
  return problem("engine/plan-file-used", {
    detail: `Run ${runId}, started at ${begunAt}, already applied this plan. A plan can be applied only once. No provider was called.`,
    hint: "Plan again and review the new plan.",
  });
}

export function otherProgram(): Diagnostic {
  return problem("engine/plan-file-other-program", {
    detail:
      "The code of the program differs from the code that the plan was made from. No provider was called.",
    hint: "Check out the code that the plan was made from, or plan again.",
  });
}

export function otherRegistrations(differences: readonly string[]): Diagnostic {
  const list = differences.map((each) => `    ${each}`).join("\n");
  return problem("engine/plan-file-other-program", {
    detail: `The program declares different resources or inputs than when the plan was made. Nothing was changed.${list === "" ? "" : `\n${list}`}`,
    hint: "Values that depend on the time, the environment, files, other stacks or function results can differ even if the code is the same. Plan again and review the new plan.",
  });
}

/** The program declares the same resources but exports different outputs. */
export function otherOutputs(names: readonly string[]): Diagnostic {
  return problem("engine/plan-file-other-outputs", {
    detail: `Outputs of the stack differ from the plan: ${names.join(", ")}. Nothing was changed.`,
    hint: "An output that changes in every run, such as Date.now() or Math.random(), cannot be applied from a plan file: derive it from a resource or from the configuration. If it comes from a file, the environment or another stack that has changed, plan again and review the new plan.",
  });
}

export function otherConfig(keys: readonly string[]): Diagnostic {
  return problem("engine/plan-file-other-config", {
    detail: `Configuration values of the stack differ from the plan: ${keys.join(", ")}. No provider was called.`,
    hint: "Restore the configuration that the plan was made with, or plan again.",
  });
}

export function otherProvider(then: readonly PackageRecord[], now: PackageRecord): Diagnostic {
  const of = ({ version, module, plugin }: PackageRecord) =>
    [`${version} of ${module}`, ...(plugin?.checksums ?? [])].join(" ");
  return problem("engine/plan-file-other-provider", {
    detail: `The plan was made with package ${now.name} in version ${then.map(of).join(" and ")}; the installed version is ${of(now)}. No provider was called.`,
    hint: "Install the version that the plan was made with, or plan again.",
  });
}

export function otherCode(differences: readonly string[]): Diagnostic {
  const list = differences.map((each) => `    ${each}`).join("\n");
  return problem("engine/plan-file-other-code", {
    detail: `Providers load different code than when the plan was made. No provider was called.\n${list}`,
    hint: "Restore the code and packages that the plan was made with (`npm ci` installs packages from the lock file), or plan again and review the new plan.",
  });
}

export function unsettled(urns: readonly string[]): Diagnostic {
  return problem("engine/plan-file-interrupted", {
    detail: `Operations of an earlier run were interrupted: ${urns.join(", ")}. A plan only looks at their outcome and does not record it, so it cannot be saved.`,
    hint: "Resolve them, then plan again:\n    coco refresh",
  });
}

const text = (name: string) => JSON.stringify(name);

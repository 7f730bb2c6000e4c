import {
  DiagnosticError,
  type Diagnostic,
  type Registration,
  type ResourceHandle,
} from "../../model/index.js";
import { currentContext } from "./context.js";
import { problem } from "../diagnostics.js";
import type { Recorder } from "./recorder.js";

/** Returns a resource that the running program declared; throws for a resource of another program. */
export function ownResource<R extends ResourceHandle>(resource: R): R {
  const recorder = currentContext()?.recorder;
  if (recorder === undefined || recorder.owns(resource)) return resource;
  throw new DiagnosticError(anotherStack(resource, recorder));
}

/**
 * A resource's values belong to the evaluation that declared it: another one cannot wait for them or order after it.
 */
export function anotherStack(resource: ResourceHandle, { settings }: Recorder): Diagnostic {
  const { type, name, urn } = resource;
  const { position } = resource as Partial<Registration>;
  return problem("sdk/another-stack", {
    detail: `${type} ${JSON.stringify(name)} (${urn}) was declared by another program, or by another evaluation of this one, but is used in the stack ${JSON.stringify(settings.stack)} of the project ${JSON.stringify(settings.project)}.`,
    hint: "Pass values between stacks with stack outputs and a StackReference. Do not keep resources in variables that outlive the program.",
    related: [{ message: `${name} was declared`, ...(position && { position }) }],
  });
}

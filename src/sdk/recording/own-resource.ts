import {
  DiagnosticError,
  type Diagnostic,
  type Registration,
  type ResourceHandle,
} from "../../model/index.js";
import { currentContext } from "./context.js";
import { problem } from "../diagnostics.js";
import type { Recorder } from "./recorder.js";

/** Passes on a resource that the running program made, and refuses one of another. */
export function ownResource<R extends ResourceHandle>(resource: R): R {
  const recorder = currentContext()?.recorder;
  if (recorder === undefined || recorder.owns(resource)) return resource;
  throw new DiagnosticError(anotherStack(resource, recorder));
}

/** Its values belong to the evaluation that made it: nothing here could wait for them, or keep an order. */
export function anotherStack(resource: ResourceHandle, { settings }: Recorder): Diagnostic {
  const { type, name, urn } = resource;
  const { position } = resource as Partial<Registration>;
  return problem("sdk/another-stack", {
    detail: `${type} ${JSON.stringify(name)} (${urn}) was made by another program, or by another evaluation of this one, and is used in the stack ${JSON.stringify(settings.stack)} of ${JSON.stringify(settings.project)}.`,
    hint: "Hand values from one stack to another by its outputs, and keep no resource in a variable that outlives the program.",
    related: [{ message: `${name} was made`, ...(position && { position }) }],
  });
}

import { secretTextsIn, type Stored } from "../../../model/index.js";
import type { ConfiguredProvider, Outcome, ProviderCall, Rejected } from "../../contract/index.js";
import { adoptObject } from "./adopt-object.js";
import { askFunction, closeOpened, type OpenedResources } from "./ask-function.js";
import { createObject, updateObject } from "./change-object.js";
import { deleteObject, planDelete } from "./delete-object.js";
import { importObject, readIdentified } from "./import-object.js";
import { planObject } from "./plan-object.js";
import { noType } from "./problems.js";
import { readObject } from "./read-object.js";
import { hide, resourceSchema, type ProviderSession, type ResourceSchema } from "./session.js";

/** A provider with its configuration. While the configuration is not known, plans come from the schema alone. */
export function configuredProvider(
  session: ProviderSession,
  isReady: boolean,
  close: () => Promise<void>,
): ConfiguredProvider {
  const opened: OpenedResources = [];
  const typed = <Answer>(
    type: string,
    call: ProviderCall,
    use: (resource: ResourceSchema) => Promise<Answer>,
  ): Promise<Answer | Rejected> => {
    const resource = resourceSchema(session, type);
    return resource === undefined ? Promise.resolve(noType(session, type, call)) : use(resource);
  };
  const hideObjects = (...objects: readonly (Stored | undefined)[]) => hideSecretsOf(session, objects);
  /** Performs a change. A change that is rejected before the call has failed. */
  const changed = async (
    type: string,
    call: ProviderCall,
    use: (resource: ResourceSchema) => Promise<Outcome>,
  ) => {
    const outcome = await typed(type, call, use);
    return outcome.kind === "rejected" ? ({ ...outcome, kind: "failed" } as const) : outcome;
  };
  return {
    ready: isReady,
    plan(call, request) {
      hideObjects(request.prior, request.observed);
      return typed(request.type, call, (resource) => planObject(session, call, resource, request, isReady));
    },
    // The provider has validated the configuration when it planned.
    validate: () => [],
    create: (call, request) =>
      changed(request.type, call, (resource) => createObject(session, call, resource, request)),
    update(call, request) {
      const { prior, observed } = request;
      hideObjects(prior, observed);
      return changed(prior.type, call, (resource) => updateObject(session, call, resource, request));
    },
    planDelete(call, { prior, observed }) {
      hideObjects(prior, observed);
      return typed(prior.type, call, (resource) => planDelete(session, call, resource, observed ?? prior));
    },
    delete(call, request) {
      hideObjects(request.prior);
      return changed(request.prior.type, call, (resource) => deleteObject(session, call, resource, request));
    },
    read(call, { prior }) {
      hideObjects(prior);
      const { id, opaque } = prior;
      return typed(prior.type, call, (resource) =>
        opaque === undefined && id !== undefined
          ? readIdentified(session, call, resource, prior, id)
          : readObject(session, call, resource, prior),
      );
    },
    canLookUp: () => true,
    lookup: (call, { type, id }) =>
      typed(type, call, (resource) => importObject(session, call, resource, id)),
    adopt: (call, { type, recorded }) => typed(type, call, (of) => adoptObject(session, call, of, recorded)),
    // Nothing tells which object an interrupted create made.
    canFind: () => false,
    find: () => ({ kind: "untold" }),
    invoke: (call, request) => askFunction(session, call, request, opened),
    async close() {
      await closeOpened(session, opened);
      await close();
    },
  };
}

/** Masks the secrets of recorded objects. Those of inputs are masked where they become a configuration. */
function hideSecretsOf(session: ProviderSession, objects: readonly (Stored | undefined)[]): void {
  for (const object of objects)
    if (object !== undefined) hide(session, secretTextsIn([object.inputs, object.outputs]));
}

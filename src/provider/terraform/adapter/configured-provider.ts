import { secretTextsIn, type Stored } from "../../../model/index.js";
import type { ConfiguredProvider, ProviderCall, Rejected } from "../../contract/index.js";
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
  const failed = ({ diagnostics }: Rejected) => ({ kind: "failed", diagnostics }) as const;
  return {
    ready: isReady,
    plan(call, request) {
      hideObjects(request.prior, request.observed);
      return typed(request.type, call, (resource) => planObject(session, call, resource, request, isReady));
    },
    // The provider has validated the configuration when it planned.
    validate: () => [],
    async create(call, request) {
      const outcome = await typed(request.type, call, (resource) =>
        createObject(session, call, resource, request),
      );
      return outcome.kind === "rejected" ? failed(outcome) : outcome;
    },
    async update(call, request) {
      hideObjects(request.prior, request.observed);
      const outcome = await typed(request.prior.type, call, (resource) =>
        updateObject(session, call, resource, request),
      );
      return outcome.kind === "rejected" ? failed(outcome) : outcome;
    },
    planDelete(call, { prior, observed }) {
      hideObjects(prior, observed);
      return typed(prior.type, call, (resource) => planDelete(session, call, resource, observed ?? prior));
    },
    async delete(call, request) {
      hideObjects(request.prior);
      const outcome = await typed(request.prior.type, call, (resource) =>
        deleteObject(session, call, resource, request),
      );
      return outcome.kind === "rejected" ? failed(outcome) : outcome;
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

import type { DeleteRequest, Outcome, ProviderCall, Rejected } from "../../contract/index.js";
import type { PlannedDelete, Stored } from "../../../model/index.js";
import { problem } from "../diagnostics.js";
import { ask, change } from "./calls.js";
import { currentState } from "./current-state.js";
import { encodeOpaque, plannedRemoval, type PlannedRemoval } from "./opaque.js";
import { errorsOf, rejected } from "./problems.js";
import { readState } from "./read-object.js";
import { bytesOf, valueOf, type ProviderSession, type ResourceSchema } from "./session.js";

/** Asks the provider whether and how an object would be deleted. Providers that do not plan deletes accept every one. */
export async function planDelete(
  session: ProviderSession,
  call: ProviderCall,
  resource: ResourceSchema,
  stored: Stored,
): Promise<PlannedDelete | Rejected> {
  if (!session.schema.capabilities.planDestroy) return {};
  const current = await currentState(session, call, resource, stored);
  if (current.kind === "rejected") return current;
  const { type, block } = resource;
  const none = bytesOf(block.type, null);
  return ask(session, call, `the plan to delete an object of ${type}`, async (client, context) => {
    const { state, private: priorPrivate, identity } = current.object;
    const answer = await client.plan(
      {
        type,
        prior: { msgpack: state },
        proposed: none,
        config: none,
        priorPrivate,
        ...(identity && { priorIdentity: { msgpack: identity } }),
      },
      context,
    );
    const errors = errorsOf(session, answer.diagnostics, { call, block });
    if (errors.length > 0) return rejected(...errors);
    const { plannedPrivate, plannedIdentity } = answer;
    const planned: PlannedRemoval = {
      ...(plannedPrivate.length > 0 && { private: plannedPrivate }),
      ...(plannedIdentity?.msgpack && { identity: plannedIdentity.msgpack }),
    };
    return { opaque: encodeOpaque(planned) };
  });
}

/** Deletes an object. If the provider reports an error, a read decides: an object that is gone was deleted. */
export async function deleteObject(
  session: ProviderSession,
  call: ProviderCall,
  resource: ResourceSchema,
  { prior, planned }: DeleteRequest,
): Promise<Outcome> {
  const current = await currentState(session, call, resource, prior);
  if (current.kind === "rejected") return { kind: "failed", diagnostics: current.diagnostics };
  const { type, block } = resource;
  const removal = planned?.opaque && plannedRemoval(planned.opaque, resource.token);
  const given = removal || { private: current.object.private, identity: current.object.identity };
  const none = bytesOf(block.type, null);
  const answered = await change(session, call, `the delete of ${type}`, (client, context) =>
    client.apply(
      {
        type,
        prior: { msgpack: current.object.state },
        planned: none,
        config: none,
        plannedPrivate: given.private,
        ...(given.identity && { plannedIdentity: { msgpack: given.identity } }),
      },
      context,
    ),
  );
  if (answered.kind === "unanswered")
    return { kind: answered.mayHaveHappened ? "uncertain" : "failed", diagnostics: [answered.diagnostic] };
  const { answer } = answered;
  const errors = errorsOf(session, answer.diagnostics, { call, block });
  if (errors.length === 0)
    return isGone(resource, answer.state)
      ? { kind: "ok", stored: prior }
      : notDeleted(session, call, resource);
  const read = await readState(session, call, resource, current, prior);
  if (read.kind === "absent") return { kind: "ok", stored: prior };
  if (read.kind === "found") return { kind: "failed", diagnostics: errors };
  return { kind: "uncertain", diagnostics: [...errors, ...read.diagnostics] };
}

/** A value that cannot be decoded is not null. */
function isGone({ block }: ResourceSchema, state: Parameters<typeof valueOf>[1]): boolean {
  try {
    return valueOf(block.type, state) === null;
  } catch {
    return false;
  }
}

function notDeleted({ title }: ProviderSession, { urn }: ProviderCall, { type }: ResourceSchema): Outcome {
  const diagnostic = problem("provider/terraform-answer", {
    detail: `${title} still returned an object of ${type} after it deleted it, and no error.`,
    hint: "This is a bug in the provider. Report it to its authors.",
    ...(urn !== undefined && { resource: urn }),
  });
  return { kind: "uncertain", diagnostics: [diagnostic] };
}

import { equalBytes } from "../../../std/equal-bytes.js";
import type { Stored } from "../../../model/index.js";
import { normaliseLegacy } from "../../../terraform/change/index.js";
import { isCtyObject } from "../../../terraform/cty/index.js";
import type { Absent, Found, ProviderCall, Rejected } from "../../contract/index.js";
import { ask } from "./calls.js";
import { currentState, type CurrentState } from "./current-state.js";
import { errorsOf, rejected } from "./problems.js";
import { valueOf, type ProviderSession, type ResourceSchema } from "./session.js";
import { storedObject } from "./stored-object.js";

/** Reads an object. */
export async function readObject(
  session: ProviderSession,
  call: ProviderCall,
  resource: ResourceSchema,
  prior: Stored,
): Promise<Found | Absent | Rejected> {
  const current = await currentState(session, call, resource, prior);
  return current.kind === "rejected" ? current : readState(session, call, resource, current, prior);
}

/** Reads an object whose state is known. If nothing has changed, the result is the stored object itself. */
export function readState(
  session: ProviderSession,
  call: ProviderCall,
  resource: ResourceSchema,
  { object }: CurrentState,
  stored: Stored,
): Promise<Found | Absent | Rejected> {
  const { type, block } = resource;
  return ask<Found | Absent>(session, call, `the read of ${type}`, async (client, context) => {
    const answer = await client.read(
      {
        type,
        state: { msgpack: object.state },
        private: object.private,
        ...(object.identity && { identity: { msgpack: object.identity } }),
      },
      context,
    );
    const errors = errorsOf(session, answer.diagnostics, { call, block });
    if (errors.length > 0) return rejected(...errors);
    const isSame =
      object.provider === session.build &&
      equalBytes(answer.state.msgpack, object.state) &&
      equalBytes(answer.private, object.private) &&
      equalBytes(answer.identity?.msgpack, object.identity);
    if (isSame) return { kind: "found", stored };
    const returned = valueOf(block.type, answer.state);
    const legacy = object.legacy === true;
    const value = legacy ? normaliseLegacy(block, returned) : returned;
    if (!isCtyObject(value)) return { kind: "absent" };
    const { private: privateBytes, identity } = answer;
    const found = storedObject(
      session,
      resource,
      { value, private: privateBytes, identity, legacy },
      stored.inputs,
    );
    return { kind: "found", stored: { ...found, ...kept(stored) } };
  });
}

/** Returns the members of a stored object that a read does not change. */
function kept({ unfinished, tainted }: Stored): Partial<Stored> {
  return { ...(unfinished && { unfinished }), ...(tainted !== undefined && { tainted }) };
}

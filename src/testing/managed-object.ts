import { RetryableError, UncertainError } from "../provider/index.js";
import { CloudError, type Cloud, type CloudObject, type Properties } from "./cloud/index.js";

/** What hooks of the fake provider reach the cloud with. */
export interface CloudAccount {
  readonly cloud: Cloud;
  readonly account: string;
}

export interface ManagedKind<Outputs> {
  readonly kind: string;
  /** What no two objects of the kind may share; nothing for those that may share everything. */
  readonly unique?: (inputs: Properties & { readonly name: string }) => string;
  /** Whether a create overwrites the object that has the same `unique`. */
  readonly overwrites?: boolean;
  /** The id that the provider answers with; the cloud's own unless said, else the outputs have that as `handle`. */
  readonly idOf?: (object: CloudObject) => string;
  /** Whether the service looks at idempotency tokens. */
  readonly honoursToken?: boolean;
  /** Whether a create has two parts, with the id known after the first. */
  readonly inTwoParts?: boolean;
  readonly outputs: (object: CloudObject) => Outputs;
}

interface AnyCall {
  readonly client: CloudAccount;
}

/** The four hooks of a type whose objects live in a cloud. */
export function managed<Outputs>(managedKind: ManagedKind<Outputs>) {
  const { kind, unique, overwrites, honoursToken = true, inTwoParts = false, outputs } = managedKind;
  const idOf = managedKind.idOf ?? (({ id }: CloudObject) => id);
  return {
    create: ({ client, inputs, idempotencyKey, identified }: ObjectCreateCall) =>
      asked(async () => {
        const { cloud, account } = client;
        const made = await cloud.create({
          kind,
          name: inputs.name,
          properties: inputs,
          ...(unique && { unique: unique(inputs) }),
          ...(overwrites && { overwrites }),
          token: idempotencyKey,
          honoursToken,
          ready: !inTwoParts,
          account,
        });
        if (!inTwoParts) return { id: idOf(made), outputs: outputs(made) };
        await identified(made.id);
        const token = idempotencyKey;
        return { id: made.id, outputs: outputs(await cloud.finish({ kind, id: made.id, account, token })) };
      }),
    read: (call: ObjectCall) =>
      asked(async () => {
        const { cloud, account } = call.client;
        const found = await cloud.read({ kind, id: handleOf(call), account });
        return found && outputs(found);
      }),
    update: (call: ObjectUpdateCall) =>
      asked(async () => {
        const { cloud, account } = call.client;
        const { inputs, idempotencyKey: token } = call;
        return outputs(await cloud.update({ kind, id: handleOf(call), properties: inputs, account, token }));
      }),
    delete: (call: ObjectChangeCall) =>
      asked(() => {
        const { cloud, account } = call.client;
        return cloud.delete({ kind, id: handleOf(call), account, token: call.idempotencyKey });
      }),
  };
}

interface ObjectCall extends AnyCall {
  readonly id: string;
  readonly prior: { readonly outputs: object };
}

interface ObjectChangeCall extends ObjectCall {
  readonly idempotencyKey: string;
}

interface ObjectUpdateCall extends ObjectChangeCall {
  readonly inputs: Properties;
}

interface ObjectCreateCall extends AnyCall {
  readonly inputs: Properties & { readonly name: string };
  readonly idempotencyKey: string;
  readonly identified: (id: string) => Promise<void>;
}

function handleOf({ id, prior }: ObjectCall): string {
  return cloudIdOf({ id, outputs: prior.outputs })!;
}

/** What the cloud calls an object that is stored so. */
export function cloudIdOf({
  id,
  outputs,
}: {
  readonly id?: string;
  readonly outputs: object;
}): string | undefined {
  return "handle" in outputs ? String(outputs.handle) : id;
}

/** For types that can say what became of a create that was cut off. */
export function findable<Outputs>({ kind, outputs, idOf = ({ id }) => id }: ManagedKind<Outputs>) {
  return {
    find: ({ client, idempotencyKey }: AnyCall & { readonly idempotencyKey: string }) =>
      asked(async () => {
        const { cloud, account } = client;
        const found = await cloud.find({ kind, token: idempotencyKey, account });
        return found.map((object) => ({ id: idOf(object), outputs: outputs(object) }));
      }),
  };
}

/** For types whose objects can be read and imported by their id alone. */
export function lookable<Outputs>({ kind, outputs }: ManagedKind<Outputs>) {
  return {
    lookup: ({ client, id }: AnyCall & { readonly id: string }) =>
      asked(async () => {
        const found = await client.cloud.read({ kind, id, account: client.account });
        return found && { inputs: { ...found.properties, name: found.name }, outputs: outputs(found) };
      }),
  };
}

/** An answer that was lost says nothing about what happened; `Throttled` says that a later call may succeed. */
async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof CloudError)) throw error;
    if (!error.isUncertain && error.code !== "Throttled") throw error;
    const told = new (error.isUncertain ? UncertainError : RetryableError)(error.message);
    told.name = error.code;
    throw told;
  }
}

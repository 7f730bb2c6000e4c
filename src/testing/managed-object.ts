import { RetryableError, UncertainError } from "../provider/index.js";
import { CloudError, type Cloud, type CloudObject, type Properties } from "./cloud/index.js";

/** The client of the fake provider's hooks. */
export interface CloudAccount {
  readonly cloud: Cloud;
  readonly account: string;
}

export interface ManagedKind<Outputs> {
  readonly kind: string;
  /** Returns the value that no two objects of the kind may share. Undefined if they may share everything. */
  readonly unique?: (inputs: Properties & { readonly name: string }) => string;
  /** True if a create overwrites the object with the same `unique`. */
  readonly overwrites?: boolean;
  /**
   * Returns the id for the provider to report (default: the cloud's id). If set, the outputs have the cloud's id as
   * `handle`.
   */
  readonly idOf?: (object: CloudObject) => string;
  /** True if the service uses idempotency tokens. */
  readonly honoursToken?: boolean;
  /** True if a create has two steps, with the id known after the first. */
  readonly inTwoParts?: boolean;
  readonly outputs: (object: CloudObject) => Outputs;
}

interface AnyCall {
  readonly client: CloudAccount;
}

/** Returns the four hooks of a type whose objects are in a cloud. */
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

/** Returns the cloud's id of a stored object. */
export function cloudIdOf({
  id,
  outputs,
}: {
  readonly id?: string;
  readonly outputs: object;
}): string | undefined {
  return "handle" in outputs ? String(outputs.handle) : id;
}

/** Returns the `find` hook, for types that can resolve an interrupted create. */
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

/** Returns the `lookup` hook, for types whose objects can be read and imported by id alone. */
export function lookable<Outputs>({ kind, outputs }: ManagedKind<Outputs>) {
  return {
    lookup: ({ client, id }: AnyCall & { readonly id: string }) =>
      asked(async () => {
        const found = await client.cloud.read({ kind, id, account: client.account });
        return found && { inputs: { ...found.properties, name: found.name }, outputs: outputs(found) };
      }),
  };
}

/** Translates errors: a lost answer leaves the outcome uncertain, `Throttled` means that a later call may succeed. */
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

import { UncertainError } from "../provider/index.js";
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
  const { kind, unique, honoursToken = true, inTwoParts = false, outputs } = managedKind;
  return {
    create: ({ client, inputs, idempotencyKey, identified }: CreateCall) =>
      asked(async () => {
        const { cloud, account } = client;
        const made = await cloud.create({
          kind,
          name: inputs.name,
          properties: inputs,
          ...(unique && { unique: unique(inputs) }),
          token: idempotencyKey,
          honoursToken,
          ready: !inTwoParts,
          account,
        });
        if (!inTwoParts) return { id: made.id, outputs: outputs(made) };
        await identified(made.id);
        const token = idempotencyKey;
        return { id: made.id, outputs: outputs(await cloud.finish({ kind, id: made.id, account, token })) };
      }),
    read: ({ client, id }: AnyCall & { readonly id: string }) =>
      asked(async () => {
        const found = await client.cloud.read({ kind, id, account: client.account });
        return found && outputs(found);
      }),
    update: ({ client: { cloud, account }, id, inputs, idempotencyKey: token }: UpdateCall) =>
      asked(async () => outputs(await cloud.update({ kind, id, properties: inputs, account, token }))),
    delete: ({ client: { cloud, account }, id, idempotencyKey: token }: ChangeCall) =>
      asked(() => cloud.delete({ kind, id, account, token })),
  };
}

interface ChangeCall extends AnyCall {
  readonly id: string;
  readonly idempotencyKey: string;
}

interface UpdateCall extends ChangeCall {
  readonly inputs: Properties;
}

interface CreateCall extends AnyCall {
  readonly inputs: Properties & { readonly name: string };
  readonly idempotencyKey: string;
  readonly identified: (id: string) => Promise<void>;
}

/** For types that can say what became of a create that was cut off. */
export function findable<Outputs>({ kind, outputs }: ManagedKind<Outputs>) {
  return {
    find: ({ client, idempotencyKey }: AnyCall & { readonly idempotencyKey: string }) =>
      asked(async () => {
        const { cloud, account } = client;
        const found = await cloud.find({ kind, token: idempotencyKey, account });
        return found.map((object) => ({ id: object.id, outputs: outputs(object) }));
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

/** An answer that was lost says nothing about what happened. */
async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof CloudError) || !error.isUncertain) throw error;
    const uncertain = new UncertainError(error.message);
    uncertain.name = error.code;
    throw uncertain;
  }
}

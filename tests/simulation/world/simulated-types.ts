import * as v from "valibot";
import { keyMaterial, type FakeOverrides } from "../../../src/testing/fake-provider.js";
import {
  findable,
  managed,
  type CloudAccount,
  type ManagedKind,
} from "../../../src/testing/managed-object.js";

/** The types of the fake provider as stories use them: each says how long its cloud takes to agree with itself. */
export function simulatedTypes({
  lagMs,
  lateMs,
}: {
  readonly lagMs: number;
  readonly lateMs: number;
}): FakeOverrides {
  const lag = { lateWithinMs: lateMs, ...(lagMs > 0 && { settlesWithinMs: lagMs }) };
  return {
    Bucket: lag,
    Site: lag,
    Key: { ...lag, ...forgetfulKey },
    Rule: lag,
    Disk: { ...lag, ...checkedDisk },
    Task: { ...lag, modifyPlan: unsureOfRevision },
    Entry: { ...lag, ...readEntry },
    Note: { ...lag, ...checkedNote },
    Login: { ...lag, planDelete: lookBeforeDelete },
    Host: { ...lag, predict: roughly },
  };
}

/** Looks at the cloud, so that whatever can go wrong there goes wrong while a delete is planned. */
async function lookBeforeDelete({ client, id }: { client: CloudAccount; id: string }): Promise<void> {
  const found = await client.cloud.read({ kind: "login", id, account: client.account });
  if (found?.properties["locked"] === true) throw new Error(`The login ${id} is locked.`);
}

interface Modifying {
  readonly change: (field: string) => string;
  readonly unknown: (field: string) => void;
}

/** Only the command makes another revision, and a plan does not know that. */
function unsureOfRevision({ change, unknown }: Modifying): void {
  if (change("command") !== "same" || change("retries") !== "same") unknown("revision");
}

interface Predicting {
  readonly inputs: { readonly name: unknown; readonly size: unknown };
  readonly prior: { readonly outputs: object } | undefined;
}

/** Expects an address to stay if the size is odd, and knows nothing of the addresses that are spare. */
function roughly({ inputs: { name, size }, prior }: Predicting): object {
  if (typeof name !== "string" || typeof size !== "number") return {};
  const { address } = (prior?.outputs ?? {}) as { readonly address?: string };
  return { address: size % 2 === 1 && address !== undefined ? address : `${name}.${size}` };
}

/** Reads everything back: what another resource has written over an entry is seen by the next plan. */
const entry: ManagedKind<{ path: string; zone: string; note: string }> = {
  kind: "entry",
  unique: ({ name }) => name,
  overwrites: true,
  outputs: ({ name, properties: { zone, note } }) => ({
    path: `${String(zone)}/${name}`,
    zone: zone as string,
    note: note as string,
  }),
};

/** Only its handle leads to a note, and its id says nothing of what is wrong with an answer: both are checked. */
const note: ManagedKind<{ handle: string }> = {
  kind: "note",
  idOf: ({ properties }) => `text ${textIn(properties["text"])}`,
  outputs: ({ id }) => ({ handle: textIn(id) }),
};

/** An answer without a name is none about a disk: it does not say that there is one. */
const disk: ManagedKind<{ device: string }> = {
  kind: "disk",
  unique: ({ name }) => name,
  outputs: ({ name }) => ({ device: `/dev/${textIn(name)}` }),
};

/** Its service takes a key and does not look at it: a create that is sent twice makes two objects. An answer without an id is none about a key. */
const key: ManagedKind<{ fingerprint: string; material: string }> = {
  kind: "key",
  honoursToken: false,
  outputs: ({ id }) => ({ fingerprint: `print of ${textIn(id)}`, material: `${keyMaterial} of ${id}` }),
};

const forgetfulKey = { ...managed(key), ...findable(key) };

const checkedDisk = { ...managed(disk), ...findable(disk) };

function textIn(answer: unknown): string {
  if (typeof answer !== "string" || answer === "") throw new TypeError("The answer has no such text.");
  return answer;
}

const checkedNote = { ...managed(note), ...findable(note) };

const readEntry = {
  outputs: { path: v.string(), zone: v.string(), note: v.string() },
  ...managed(entry),
  ...findable(entry),
};

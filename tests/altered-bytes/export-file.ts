import { isUtf8 } from "node:buffer";
import { tmpdir } from "node:os";
import { expect } from "vitest";
import { exportStackOf, importStack } from "../../src/operations/index.js";
import { openStack } from "../../src/operations/stack/index.js";
import { isDiagnosticError, signatureKey } from "../../src/model/index.js";
import { secret } from "../../src/sdk/index.js";
import { sampleMachine } from "../../src/store/conformance/index.js";
import { openStore } from "../../src/store/internal.js";
import { FakeCloud, fakeProvider, type FakeTypes } from "../../src/testing/index.js";
import { changed, changesOf, spreadChanges, type Altered, type ByteChange } from "./alterations.js";

/**
 * An export is a document that anyone may write, and nothing in it but its secrets is sealed. So an altered one is
 * refused whole, or state has afterwards what it says; and a secret is opened where it was sealed for, or nowhere.
 */
export async function alteredExport(count: number | "all"): Promise<Altered> {
  const world = await exported();
  const bytes = Buffer.from(world.file);
  const changes = count === "all" ? allChanges(bytes) : spreadChanges(bytes, count);
  const wrong: string[] = [];
  let [refused, taken, tries] = [0, 0, 0];
  for (const change of changes) {
    const altered = changed(bytes, change);
    // A file that is no text is refused before anything looks into it.
    if (!isUtf8(altered)) continue;
    tries++;
    const found = await world.tryImport(Buffer.from(altered).toString());
    if (found === "refused") refused++;
    else if (found === "taken") taken++;
    else wrong.push(`byte ${change.at} as ${change.to}: ${found}`);
  }
  const { moved, opened } = await movedSecrets(world);
  expect(await world.problems()).toEqual([]);
  const figures = {
    exportAlterations: tries,
    exportRefused: refused,
    exportTakenAsItSays: taken,
    exportTakenOtherwise: wrong.length,
    exportSecretsMoved: moved,
    exportSecretsOpened: opened.length,
  };
  return { figures, wrong: [...wrong, ...opened] };
}

/** Each sealed secret in the place of each other, and each a bit shorter or longer: not one of them opens. */
async function movedSecrets(
  world: ExportedWorld,
): Promise<{ readonly moved: number; readonly opened: readonly string[] }> {
  const sealed = [...new Set(world.file.match(/coconut:[A-Za-z0-9+/=]+/g))];
  expect(sealed.length).toBeGreaterThan(4);
  let moved = 0;
  const opened: string[] = [];
  for (const here of sealed) {
    const others = [...sealed.filter((each) => each !== here), here.slice(0, -4), `${here}AAAA`, `${here} `];
    for (const other of others) {
      moved++;
      const found = await world.tryImport(world.file.replace(here, other));
      if (found !== "refused") opened.push(`${other} in the place of ${here}: ${found}`);
    }
  }
  return { moved, opened };
}

function* allChanges(bytes: Uint8Array): Generator<ByteChange> {
  for (let at = 0; at < bytes.length; at++) yield* changesOf(bytes, at);
}

type ExportedWorld = Awaited<ReturnType<typeof exported>>;

async function exported() {
  const ports = sampleMachine().process(1);
  const store = await openStore("memory:", ports);
  const place = { project: "shop", name: "dev", store, ports, actor: "ana", projectFolder: tmpdir() };
  const { provider, types } = fakeProvider(new FakeCloud());
  const stack = await openStack({ ...place, program: () => programOf(types), providers: [provider] });
  expect((await stack.apply()).ok).toBe(true);
  const file = JSON.stringify(await stack.export());
  const opened = new Map(secretsOf(file, JSON.stringify(await stack.export({ showSecrets: true }))));
  const read = async () => {
    const opened = await store.open({ project: "shop", name: "dev" }, { create: false });
    return opened.read();
  };
  return {
    file,
    /** Into the stack that it is from, whose place it takes: names stay as they are. */
    tryImport: async (text: string): Promise<string> => {
      const before = (await read()).snapshot.head;
      try {
        await importStack(place, text, { force: true, allowModules: true });
      } catch (error) {
        if (!isDiagnosticError(error)) return `crashed: ${String(error)}`;
        const isOurs = error.diagnostics.every(({ code }) => isRefusal(code));
        if (!isOurs) return `refused with ${error.diagnostics.map(({ code }) => code).join()}`;
        return (await read()).snapshot.head === before ? "refused" : "refused, and written";
      }
      const now = await exportStackOf(place, { showSecrets: true });
      return difference(saidIn(text, opened), saidIn(JSON.stringify(now), new Map()));
    },
    problems: () =>
      store.open({ project: "shop", name: "dev" }, { create: false }).then((each) => each.verify()),
  };
}

/** Of the file itself, or of the code that it names. */
function isRefusal(code: string): boolean {
  return (
    code.startsWith("state/deployment-") ||
    [
      "provider/module-outside-project",
      "provider/module-not-found",
      "provider/package-not-installed",
    ].includes(code)
  );
}

function programOf(types: FakeTypes): object {
  const account = new types.CloudProvider("other", { account: "second", password: secret("hunter1") });
  const logs = new types.Bucket("logs", { name: "logs", tags: { a: "1" } }, { replaceTrigger: secret("t") });
  const key = new types.Key("key", { name: "key", passphrase: secret("hunter2") }, { dependsOn: [logs] });
  new types.Bucket("far", { name: "far", acl: key.fingerprint }, { provider: account });
  return { word: secret({ deep: [1, "hunter3"] }), arn: logs.arn, other: secret("hunter4") };
}

type Entry = { readonly [field: string]: unknown };

interface ExportDocument {
  readonly deployment: { readonly resources?: readonly Entry[] };
}

/**
 * What a document says of each resource, with secrets in the open where they stand in it as they were sealed. The
 * entries that stand for the settings of a package are made anew by each export.
 */
function saidIn(text: string, opened: ReadonlyMap<string, string>): readonly string[] {
  const { resources = [] } = (JSON.parse(text) as ExportDocument).deployment;
  return resources
    .filter(({ urn }) => !/::pulumi:providers:[^:]+::default\w*$/.test(String(urn)))
    .map(({ urn, type, id, inputs, outputs }) => {
      const isStack = type === "pulumi:pulumi:Stack";
      const isProvider = String(type).startsWith("pulumi:providers:");
      const values = { inputs: isStack ? {} : (inputs ?? {}), outputs: isProvider ? {} : (outputs ?? {}) };
      return JSON.stringify([urn, type, isProvider ? null : (id ?? null), openedIn(values, opened)]);
    })
    .sort();
}

function openedIn(json: unknown, opened: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(json)) return json.map((each) => openedIn(each, opened));
  if (typeof json !== "object" || json === null) return json;
  const { ciphertext } = json as Entry;
  if (Object.hasOwn(json, signatureKey) && typeof ciphertext === "string")
    return { [signatureKey]: (json as Entry)[signatureKey], plaintext: opened.get(ciphertext) };
  const entries = Object.entries(json).map(([key, part]) => [key, openedIn(part, opened)] as const);
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The sealed secrets of an export with what they are: both documents have the same envelopes in the same order. */
function secretsOf(sealed: string, shown: string): readonly (readonly [string, string])[] {
  const plain = [...shown.matchAll(/"plaintext":("(?:[^"\\]|\\.)*")/g)].map(
    ([, text]) => JSON.parse(text!) as string,
  );
  return [...sealed.matchAll(/"ciphertext":"([^"]*)"/g)].map(
    ([, text], index) => [text!, plain[index]!] as const,
  );
}

function difference(said: readonly string[], found: readonly string[]): string {
  const other = said.find((each) => !found.includes(each)) ?? found.find((each) => !said.includes(each));
  return other === undefined ? "taken" : `state differs: ${other.slice(0, 300)}`;
}

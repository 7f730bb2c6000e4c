import { beforeAll, expect, test } from "vitest";
import { checkSignature } from "../../../src/provider/terraform/install/registry/check-signature.js";
import { gnupgSignature } from "./gnupg-signature.js";
import { keyDate, makeSigningKey, validDate, type SigningKey } from "./signing-key.js";

const document = Buffer.from("1234  file.zip\n");
let rsa: SigningKey;
let other: SigningKey;

beforeAll(async () => {
  rsa = await makeSigningKey("RSA \u001b[31mOwner", "rsa");
  other = await makeSigningKey("Other");
});

test("a signature by an RSA key is valid, and the owner is printable", async () => {
  const signature = await rsa.sign(document);
  expect(await checkSignature({ document, signature, keys: [rsa.armor] })).toEqual({
    signedBy: `${rsa.id} (RSA \\u001b[31mOwner <security@example.com>)`,
  });
});

test("a signature by a DSA key is valid", async () => {
  const { document, signature, key } = gnupgSignature;
  expect(await checkSignature({ document, signature, keys: [key] })).toEqual({
    signedBy: expect.stringMatching(/^[0-9A-F]{16} \(DSA Signer <security@example\.com>\)$/) as string,
  });
});

test("a signature by a part of a key is valid", async () => {
  const { createMessage, generateKey, sign } = await import("openpgp");
  const subkeys = [{ type: "curve25519" as const, sign: true }];
  const userIDs = [{ name: "Owner" }];
  const made = await generateKey({ userIDs, type: "curve25519", subkeys, date: keyDate, format: "object" });
  const message = await createMessage({ binary: document });
  const given = { message, signingKeys: made.privateKey, detached: true, format: "binary" } as const;
  const signature = await sign(given);
  const part = made.publicKey.subkeys[0]!.getKeyID().toHex().toUpperCase();
  expect(await checkSignature({ document, signature, keys: [made.publicKey.armor()] })).toEqual({
    signedBy: `${part} (Owner)`,
  });
});

test("a signature by a revoked key is refused", async () => {
  const armor = await rsa.revokedArmor();
  const check = await checkSignature({ document, signature: await rsa.sign(document), keys: [armor] });
  expect(check).toEqual({ fault: expect.stringMatching(/is invalid: Primary key is revoked\.$/) as string });
});

test("one valid signature of several is enough", async () => {
  const signature = Buffer.concat([await other.sign(document), await rsa.sign(document)]);
  expect(await checkSignature({ document, signature, keys: [rsa.armor] })).toHaveProperty("signedBy");
});

test("a key that cannot be read does not matter if another one signed", async () => {
  const signature = await rsa.sign(document);
  expect(await checkSignature({ document, signature, keys: ["nonsense", rsa.armor] })).toHaveProperty(
    "signedBy",
  );
});

test("two keys in one armor are both known", async () => {
  const signature = await rsa.sign(document);
  const { readKeys, PublicKey, armor, enums } = await import("openpgp");
  const packets = await Promise.all([other, rsa].map((each) => readKeys({ armoredKeys: each.armor })));
  expect(packets.flat().every((key) => key instanceof PublicKey)).toBe(true);
  const bytes = Buffer.concat(packets.flat().map((key) => key.write()));
  const both = armor(enums.armor.publicKey, bytes);
  expect(await checkSignature({ document, signature, keys: [both] })).toHaveProperty("signedBy");
});

test.each<[what: string, check: () => Promise<Parameters<typeof checkSignature>[0]>, fault: RegExp]>([
  [
    "a changed document",
    async () => ({
      document: Buffer.from("5678  file.zip\n"),
      signature: await rsa.sign(document),
      keys: [rsa.armor],
    }),
    /^The signature by the key \w{16} is invalid: Signed digest did not match\.$/,
  ],
  [
    "an unknown key",
    async () => ({ document, signature: await other.sign(document), keys: [rsa.armor] }),
    /^The key \w{16} made the signature, and the registry has \w{16}\.$/,
  ],
  [
    "no signature",
    async () => ({ document, signature: new Uint8Array(), keys: [rsa.armor] }),
    /^The file contains no signature\.$|^The signature cannot be read/,
  ],
  [
    "nonsense",
    async () => ({ document, signature: Buffer.from("<html>"), keys: [rsa.armor] }),
    /^The signature cannot be read: /,
  ],
  [
    "a damaged signature",
    async () => ({ document, signature: (await rsa.sign(document)).slice(0, 40), keys: [rsa.armor] }),
    /^The signature cannot be read: /,
  ],
  [
    "a key that cannot be read",
    async () => ({ document, signature: await rsa.sign(document), keys: ["nonsense"] }),
    /^A key of the registry cannot be read: /,
  ],
  [
    "a signature from the future",
    async () => ({
      document,
      signature: await rsa.sign(document, new Date(Date.now() + 864e5)),
      keys: [rsa.armor],
    }),
    /is invalid: /,
  ],
])("%s is refused", async (_, check, fault) => {
  expect(await checkSignature(await check())).toEqual({ fault: expect.stringMatching(fault) as string });
});

test("a signature by a key that had expired is accepted, with the date", async () => {
  const signature = await rsa.sign(document);
  expect(await checkSignature({ document, signature, keys: [rsa.expiredArmor] })).toMatchObject({
    signedBy: expect.stringContaining(rsa.id) as string,
    expired: new Date("2020-12-31T00:00:00Z"),
  });
});

test("a changed document is refused for an expired key too", async () => {
  const signature = await rsa.sign(document);
  const check = await checkSignature({ document: Buffer.from("other"), signature, keys: [rsa.expiredArmor] });
  expect(check).toEqual({ fault: expect.stringContaining("Signed digest did not match") as string });
});

test("a signature that is older than the renewal of its key is accepted", async () => {
  const signature = await rsa.sign(document, validDate);
  const check = await checkSignature({ document, signature, keys: [rsa.renewedArmor] });
  expect(check).toEqual({ signedBy: expect.stringContaining(rsa.id) as string });
});

test("a key that has expired since the signature is accepted", async () => {
  const signature = await rsa.sign(document, validDate);
  expect(await checkSignature({ document, signature, keys: [rsa.expiredArmor] })).toEqual({
    signedBy: expect.stringContaining(rsa.id) as string,
  });
});

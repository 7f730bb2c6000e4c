import { array, minLength, nullish, object, optional, pipe, record, regex, string, unknown } from "valibot";

/** `/.well-known/terraform.json`: the services of a host. */
export const servicesSchema = record(string(), unknown());

export const versionsSchema = object({
  versions: array(
    object({
      version: string(),
      protocols: nullish(array(string())),
      platforms: nullish(array(object({ os: string(), arch: string() }))),
    }),
  ),
});

/** The name of a file without folders. */
const fileName = pipe(string(), regex(/^[\w.+~-]{1,255}$/, "is not a file name"));
const url = pipe(string(), minLength(1));

/** One package of a provider. The names are those of the protocol. */
export const packageSchema = object({
  protocols: nullish(array(string())),
  os: optional(string()),
  arch: optional(string()),
  filename: fileName,
  download_url: url,
  shasum: pipe(string(), regex(/^[0-9a-fA-F]{64}$/, "is not a SHA-256 in hex")),
  shasums_url: url,
  shasums_signature_url: nullish(string()),
  signing_keys: nullish(
    object({ gpg_public_keys: nullish(array(object({ key_id: nullish(string()), ascii_armor: string() }))) }),
  ),
});

/** `index.json` of a network mirror. */
export const mirrorIndexSchema = object({ versions: record(string(), unknown()) });

/** `<version>.json` of a network mirror. */
export const mirrorVersionSchema = object({
  archives: record(string(), object({ url, hashes: nullish(array(string())) })),
});

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Certificate {
  readonly key: string;
  readonly cert: string;
  /** The PEM file of the authority, for `NODE_EXTRA_CA_CERTS`. */
  readonly authorityFile: string;
}

/** Makes a certificate of 127.0.0.1 and these names that is its own authority. Needs `openssl`. */
export function makeCertificate(names: readonly string[]): Certificate {
  const folder = mkdtempSync(join(tmpdir(), "coconut-certificate-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const alternatives = ["IP:127.0.0.1", ...names.map((name) => `DNS:${name}`)].join(",");
  const words =
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=test`.split(" ");
  const files = ["-addext", `subjectAltName=${alternatives}`, "-keyout", key, "-out", cert];
  const { status, stderr } = spawnSync("openssl", [...words, ...files], { encoding: "utf8" });
  if (status !== 0) throw new Error(`openssl failed: ${stderr}`);
  return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8"), authorityFile: cert };
}

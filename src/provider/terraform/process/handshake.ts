import { JSON } from "../../../std/plain-json.js";
import type { GrpcTarget } from "../../../wire/index.js";
import { shortenEnd } from "../../../std/shorten-text.js";

/** The first line of a provider on stdout: the protocol that it chose, and the address that it listens on. */
export interface Handshake {
  readonly protocol: 5 | 6;
  readonly target: GrpcTarget;
}

/** Thrown for a first line that is not the handshake of a provider which Coconut can use. */
export class HandshakeFault extends Error {
  override readonly name = "HandshakeFault";
  readonly reason: HandshakeReason;

  constructor(reason: HandshakeReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

export type HandshakeReason =
  /** It is no plugin of this kind at all. */
  | "other-program"
  /** It was built for a Terraform before 0.12. */
  | "too-old"
  /** It uses something that Coconut does not know. */
  | "unsupported";

/** Reads `CORE|PROTOCOL|NETWORK|ADDRESS|KIND|CERTIFICATE`, the handshake of go-plugin. Throws a `HandshakeFault`. */
export function parseHandshake(line: string): Handshake {
  const [core = "", protocol = "", network = "", address = "", kind = "netrpc", certificate = ""] = line
    .trim()
    .split("|");
  if (address === "" || !/^\d+$/.test(core) || !/^\d+$/.test(protocol))
    throw new HandshakeFault("other-program", `its first line on stdout is not a handshake: ${quoted(line)}`);
  if (core !== "1")
    throw new HandshakeFault("unsupported", `it uses version ${core} of the handshake, and Coconut knows 1`);
  if (kind !== "grpc")
    throw new HandshakeFault(
      kind === "netrpc" ? "too-old" : "unsupported",
      `it offers ${quoted(kind)} instead of gRPC`,
    );
  return { protocol: protocolOf(protocol), target: targetOf(network, address, certificate) };
}

function protocolOf(text: string): 5 | 6 {
  const version = Number(text);
  if (version === 5 || version === 6) return version;
  throw new HandshakeFault(
    version < 5 ? "too-old" : "unsupported",
    `it offers version ${text} of the provider protocol, and Coconut supports 5 and 6`,
  );
}

function targetOf(network: string, address: string, certificate: string): GrpcTarget {
  if (certificate !== "")
    throw new HandshakeFault("unsupported", "it requires TLS, which Coconut did not request");
  if (network === "unix") return { path: address };
  const [, host, port] = /^(127\.0\.0\.1|\[::1\]|localhost):(\d{1,5})$/.exec(address) ?? [];
  if (network === "tcp" && host !== undefined)
    return { host: host.replace(/[[\]]/g, ""), port: Number(port) };
  throw new HandshakeFault("unsupported", `it listens on ${quoted(`${network} ${address}`)}`);
}

function quoted(text: string): string {
  return JSON.stringify(shortenEnd(text, 200));
}

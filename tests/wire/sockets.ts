import { mkdtempSync, rmSync } from "node:fs";
import type { Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import {
  connectGrpc,
  GrpcError,
  grpcStatusName,
  serveGrpc,
  type ClientOptions,
  type GrpcClient,
  type GrpcHandler,
  type GrpcServer,
  type GrpcTarget,
  type ServerOptions,
} from "../../src/wire/index.js";

/** Returns the path of a socket in a folder that is removed with the test. */
export function socketPath(): string {
  const folder = mkdtempSync(join(tmpdir(), "coconut-wire-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "socket");
}

/** A server and a client of it, which are closed with the test. */
export async function connected(
  methods: Readonly<Record<string, GrpcHandler>>,
  options: ClientOptions & ServerOptions = {},
): Promise<{ client: GrpcClient; server: GrpcServer }> {
  const server = await serveGrpc(methods, { path: socketPath() }, options);
  onTestFinished(() => server.close());
  return { server, client: clientOf(server.target, options) };
}

export function clientOf(target: GrpcTarget, options?: ClientOptions): GrpcClient {
  const client = connectGrpc(target, options);
  onTestFinished(() => client.close());
  return client;
}

/** Waits until a server listens, and closes it with the test. */
export async function listening(server: Server, path: string): Promise<void> {
  await new Promise<void>((resolve) => server.listen(path, resolve));
  onTestFinished(() => void server.close());
}

/** The result of a call as text: its messages, then the status unless it is `Ok`. */
export async function outcome(call: Promise<Uint8Array> | AsyncIterable<Uint8Array>): Promise<Outcome> {
  const messages: string[] = [];
  try {
    if (call instanceof Promise) messages.push(text(await call));
    else for await (const message of call) messages.push(text(message));
    return { messages, status: "Ok" };
  } catch (error) {
    if (!(error instanceof GrpcError)) throw error;
    return { messages, status: grpcStatusName(error.code), wasSent: error.wasSent, error: error.message };
  }
}

export interface Outcome {
  readonly messages: readonly string[];
  readonly status: string;
  readonly wasSent?: boolean;
  readonly error?: string;
}

export function bytes(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}

export function text(value: Uint8Array): string {
  return new TextDecoder().decode(value);
}

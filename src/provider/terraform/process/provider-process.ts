import { setImmediate } from "node:timers/promises";
import { quietTimer } from "../../../std/index.js";
import { connectGrpc, GrpcError, GrpcStatus, type GrpcClient } from "../../../wire/index.js";
import type { Child, ChildEnd } from "../../child/index.js";
import {
  createProviderClient,
  ProviderCallError,
  type CallContext,
  type ProviderClient,
  type ProviderLog,
  type ProviderRequest,
} from "../protocol/index.js";
import { CallsInFlight } from "./calls-in-flight.js";
import { followStdio } from "./follow-stdio.js";
import type { Handshake } from "./handshake.js";
import { parseProviderLog } from "./provider-logs.js";

/** A running provider: its process, the client for its calls, and the calls in flight. It is never restarted. */
export class ProviderProcess {
  readonly client: ProviderClient;
  readonly child: Child;
  readonly protocol: 5 | 6;
  readonly calls = new CallsInFlight();
  readonly #grpc: GrpcClient;
  readonly #onLog: (line: ProviderLog) => void;
  #stopping: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  /** @param onLog Receives the lines that belong to no single call. */
  constructor(child: Child, { protocol, target }: Handshake, onLog: (line: ProviderLog) => void) {
    this.child = child;
    this.protocol = protocol;
    this.#onLog = onLog;
    this.#grpc = connectGrpc(target);
    // Calls keep this process alive through the child. The stream of its output must not.
    this.#grpc.unref();
    this.client = createProviderClient({ protocol, send: (request) => this.#send(request) });
    // Calls that still wait get to know whether they were sent.
    void child.ended.then(() => this.#grpc.close());
    void followStdio(this.#grpc, (line) => this.log(child.hidden(line)));
  }

  /** Passes on a line of the provider's log, in which secrets are masked, to the call that it belongs to. */
  log(line: string): void {
    const log = parseProviderLog(line);
    (this.calls.callOf(log)?.onLog ?? this.#onLog)(log);
  }

  /**
   * Asks the provider to end all calls soon, once. Providers of some SDKs ignore it, so calls must still be waited for. Never
   * rejects.
   */
  stop(): Promise<void> {
    return (this.#stopping ??= this.#stop());
  }

  /**
   * Waits for the calls in flight, but not for long, because their callers have left: providers may ignore that they are stopped. Then
   * ends the process: by request, and after 2 seconds by SIGKILL to its group. May be called any number of times.
   */
  close(): Promise<void> {
    return (this.#closing ??= this.#idleSoon().then(() => this.child.close()));
  }

  /** Asks the process to exit. It may do so before it answers. */
  async shutDown(): Promise<void> {
    await this.#grpc.unary("/plugin.GRPCController/Shutdown", new Uint8Array());
  }

  async #stop(): Promise<void> {
    // The calls in flight report a provider that is gone.
    await this.client.stop().catch(() => {});
  }

  async #send<T>(request: ProviderRequest<T>): Promise<T> {
    const { child } = this;
    const { rpc, type, context } = request;
    if (child.isOver) throw ended(rpc, await child.ended, false);
    const { urn, onLog } = context;
    const end = this.calls.begin({ rpc, type, urn, onLog });
    try {
      const work = this.#answer(rpc, request.bytes, context);
      const first = await child.unlessEnded(work);
      const answer = first.kind === "answered" ? first.answer : await work;
      if (answer instanceof GrpcError) throw await this.#failed(rpc, context, answer);
      return request.decode(answer);
    } catch (error) {
      if (error instanceof ProviderCallError) throw error;
      const what = `the answer to ${rpc} cannot be read (${error instanceof Error ? error.message : String(error)})`;
      throw ended(rpc, await this.#fail(what), true);
    } finally {
      // Lines that the provider wrote before its answer have arrived as well, but may not have been read.
      await setImmediate();
      end();
    }
  }

  /** Never rejects. */
  async #answer(
    rpc: string,
    bytes: Uint8Array,
    { signal, deadlineMs }: CallContext,
  ): Promise<Uint8Array | GrpcError> {
    const options = { ...(signal && { signal }), ...(deadlineMs !== undefined && { deadlineMs }) };
    try {
      return await this.#grpc.unary(`/tfplugin${this.protocol}.Provider/${rpc}`, bytes, options);
    } catch (error) {
      if (error instanceof GrpcError) return error;
      return new GrpcError(GrpcStatus.Internal, String(error), { wasSent: false });
    }
  }

  async #failed(
    rpc: string,
    { signal, deadlineMs }: CallContext,
    { code, message, wasSent, isAnswer }: GrpcError,
  ): Promise<ProviderCallError> {
    const hasExpired = deadlineMs !== undefined && code === GrpcStatus.DeadlineExceeded;
    const said = this.child.hidden(message);
    if (signal?.aborted === true || hasExpired)
      return new ProviderCallError(rpc, { kind: "cancelled", message: said }, wasSent);
    if (isAnswer) return new ProviderCallError(rpc, { kind: "status", code, message: said }, wasSent);
    const end = code === GrpcStatus.Unavailable ? await this.#endSoon() : undefined;
    return ended(rpc, end ?? (await this.#fail(`${rpc} ended without an answer (${said})`)), wasSent);
  }

  /** Ends a provider whose answers cannot be relied on, so that no call takes effect later. */
  #fail(what: string): Promise<ChildEnd> {
    return this.child.fail({ kind: "garbled", what, on: "connection" });
  }

  async #idleSoon(): Promise<void> {
    let cancel = () => {};
    const late = new Promise<void>((resolve) => {
      cancel = quietTimer.after(idleWithinMs, resolve);
    });
    await Promise.race([this.calls.idle(), late]);
    cancel();
  }

  /** The connection is lost when the process dies, before the system reports its end. */
  async #endSoon(): Promise<ChildEnd | undefined> {
    let cancel = () => {};
    const late = new Promise<undefined>((resolve) => {
      cancel = quietTimer.after(endWithinMs, () => resolve(undefined));
    });
    const answered = await this.child.unlessEnded(late);
    cancel();
    return answered.kind === "answered" ? undefined : answered;
  }
}

const endWithinMs = 2000;
const idleWithinMs = 5000;

function ended(rpc: string, end: ChildEnd, wasSent: boolean): ProviderCallError {
  return new ProviderCallError(rpc, { kind: "ended", end }, wasSent);
}

import { execFile } from "node:child_process";
import { get } from "node:http";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { programOf, type Specification } from "../specification.js";

/** Runs the health check once. Returns the failure, or undefined if the process is healthy. */
export async function checkHealth(
  specification: Pick<Specification, "health" | "listensOn" | "workingFolder">,
  environment: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const { health, listensOn, workingFolder } = specification;
  const { http, tcp, command, timeoutMs } = health;
  if (command !== undefined) return byCommand(command, { cwd: workingFolder, env: environment, timeoutMs });
  if (listensOn !== undefined && http !== undefined) return byRequest(listensOn, http, timeoutMs);
  if (listensOn !== undefined && tcp !== false) return byConnection(listensOn, timeoutMs);
  await delay(presenceMs);
  return undefined;
}

/** A process without a health check is healthy if it does not exit within this time. */
const presenceMs = 300;

/** The failure text does not contain the path: the path may contain a token, and the text is written to disk. */
function byRequest(port: number, path: string, timeoutMs: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const url = `http://localhost:${port}${path}`;
    const request = get(url, { agent: false, signal: AbortSignal.timeout(timeoutMs) }, (response) => {
      const { statusCode = 0 } = response;
      response.destroy();
      resolve(
        statusCode >= 200 && statusCode < 400 ? undefined : `port ${port} returned HTTP status ${statusCode}`,
      );
    });
    request.on("error", (error) => resolve(`port ${port} did not answer: ${textOf(error, timeoutMs)}`));
  });
}

function byConnection(port: number, timeoutMs: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "localhost", timeout: timeoutMs });
    const end = (failure?: string) => {
      socket.destroy();
      resolve(failure);
    };
    socket.on("connect", () => end());
    socket.on("timeout", () => end(`nothing answers on port ${port}`));
    socket.on("error", (error) => end(`nothing answers on port ${port}: ${textOf(error, timeoutMs)}`));
  });
}

function byCommand(
  command: readonly string[],
  { cwd, env, timeoutMs }: { cwd: string; env: NodeJS.ProcessEnv; timeoutMs: number },
): Promise<string | undefined> {
  const [, ...parameters] = command;
  return new Promise((resolve) => {
    const options = { cwd, env, timeout: timeoutMs, killSignal: "SIGKILL" } as const;
    execFile(programOf(command), parameters, options, (error) => {
      if (error === null) return resolve(undefined);
      const how = error.killed
        ? `took longer than ${timeoutMs} ms`
        : `exited with ${error.code ?? error.signal}`;
      resolve(`${command[0]} ${how}`);
    });
  });
}

/** An error for failed connections to several addresses has a code, but no message. */
function textOf(error: NodeJS.ErrnoException, timeoutMs: number): string {
  if (error.name === "AbortError" || error.name === "TimeoutError") return `no answer within ${timeoutMs} ms`;
  return error.code ?? error.message;
}

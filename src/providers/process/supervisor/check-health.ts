import { execFile } from "node:child_process";
import { get } from "node:http";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { programOf, type Specification } from "../specification.js";

/** Asks once how a process is. Says what is wrong with it, or nothing. */
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

/** A process that cannot be asked is healthy when it has not ended at once. */
const presenceMs = 300;

/** The path is not told: it may hold a token, and what is told is written down. */
function byRequest(port: number, path: string, timeoutMs: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const url = `http://localhost:${port}${path}`;
    const request = get(url, { agent: false, signal: AbortSignal.timeout(timeoutMs) }, (response) => {
      const { statusCode = 0 } = response;
      response.destroy();
      resolve(statusCode >= 200 && statusCode < 400 ? undefined : `port ${port} answered with ${statusCode}`);
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
        : `ended with ${error.code ?? error.signal}`;
      resolve(`${command[0]} ${how}`);
    });
  });
}

/** Failed connections to several addresses have a code and no message. */
function textOf(error: NodeJS.ErrnoException, timeoutMs: number): string {
  if (error.name === "AbortError" || error.name === "TimeoutError") return `no answer within ${timeoutMs} ms`;
  return error.code ?? error.message;
}

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { CloudError, type Cloud } from "../../../src/testing/cloud/cloud.js";

export interface CloudServer {
  /** For `cloudClient`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Puts a cloud behind a port of this machine. It lives in the process that serves it, whatever becomes of its users. */
export async function serveCloud(cloud: Cloud): Promise<CloudServer> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body: unknown = JSON.parse(Buffer.concat(parts).toString("utf8"));
      response.setHeader("content-type", "application/json");
      void answer(cloud, request.url ?? "", body).then((text) => response.end(text));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(cloud: Cloud, path: string, request: unknown): Promise<string> {
  const method = path.slice(1) as keyof Cloud;
  try {
    return JSON.stringify({ answer: (await cloud[method](request as never)) ?? null });
  } catch (error) {
    if (!(error instanceof CloudError)) throw error;
    const { code, message, isUncertain } = error;
    return JSON.stringify({ error: { code, message, isUncertain } });
  }
}

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as coconut from "@coconut/coconut";
import { isDiagnosticError } from "@coconut/coconut/model";
import { environment } from "./environment.js";

/**
 * Environments for customers:
 *
 *     POST   /environments/ana?greeting=Hi   makes it, or changes it; answers with a line of JSON per event
 *     GET    /environments/ana               its outputs
 *     GET    /environments/ana/plan          what a POST would do, as text
 *     DELETE /environments/ana               deletes it; responds like POST
 */
const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => refuse(response, error));
});
server.listen(Number(process.env["PORT"] ?? 0), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on("SIGTERM", () => server.close());

async function answer({ method, url = "/" }: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  // What customers are called becomes the name of a folder: nothing but plain names.
  const [, customer, view = ""] = /^\/environments\/([a-z0-9-]+)(\/plan)?$/.exec(pathname) ?? [];
  if (customer === undefined) return void response.writeHead(404).end();
  const greeting = searchParams.get("greeting") ?? "Hello";
  // A stack for each customer. Its state is in the store, so this process may end at any time.
  const stack = await coconut.stack({
    project: "environments",
    name: customer,
    program: () => environment(customer, greeting),
    mustExist: method === "GET" || method === "DELETE",
  });
  try {
    switch (`${method} ${view}`) {
      case "POST ":
        return await report(response, (onEvent) => stack.apply({ onEvent }));
      case "DELETE ":
        return await report(response, (onEvent) => stack.destroy({ onEvent }));
      case "GET ":
        return void response.end(`${JSON.stringify(await stack.outputs())}\n`);
      case "GET /plan":
        return void response.end((await stack.plan()).text());
      default:
        return void response.writeHead(405).end();
    }
  } finally {
    await stack.close();
  }
}

type OnEvent = NonNullable<coconut.RunOptions["onEvent"]>;

/** What happens, as it happens; then what came of it. Events hold no values, and secrets mask themselves in JSON. */
async function report(
  response: ServerResponse,
  work: (onEvent: OnEvent) => Promise<coconut.Run>,
): Promise<void> {
  const line = (data: object) => response.write(`${JSON.stringify(data)}\n`);
  const { ok, outputs, diagnostics } = await work(line);
  line(ok ? { outputs } : { diagnostics });
  response.end();
}

/** Problems of the customer, or of the world, are diagnostics. Everything else is a mistake in this server. */
function refuse(response: ServerResponse, error: unknown): void {
  if (!isDiagnosticError(error)) console.error(error);
  const diagnostics = isDiagnosticError(error) ? error.diagnostics : [];
  if (!response.headersSent) response.writeHead(statuses[diagnostics[0]?.code ?? ""] ?? 500);
  response.end(`${JSON.stringify({ diagnostics })}\n`);
}

const statuses: Readonly<Record<string, number>> = {
  "store/no-stack": 404,
  "store/locked": 409,
};

import { describe, expect, test } from "vitest";
import type { GrpcHandler } from "../../src/wire/index.js";
import { cuttingProxy, type Cut, type Direction } from "./cutting-proxy.js";
import { bytes, clientOf, connected, outcome, type Outcome } from "./sockets.js";

const answer = ["one", "two", "three"];

const methods = {
  unary: () => bytes("answer"),
  async *stream() {
    for (const message of answer) yield bytes(message);
  },
} satisfies Record<string, GrpcHandler>;

type Kind = keyof typeof methods;

/** Makes one call through a proxy that interrupts the connection after so many bytes. */
async function exchange(server: string, kind: Kind, direction: Direction, cut: { after: number; cut?: Cut }) {
  const proxy = await cuttingProxy(server, direction, cut);
  const client = clientOf({ path: proxy.path });
  const result = await outcome(client[kind](`/a.B/${kind}`, bytes("request")));
  await client.close();
  return { ...result, passed: proxy.passed() };
}

async function countingServer() {
  let runs = 0;
  const counted = Object.entries(methods).map(([kind, handler]) => [
    `/a.B/${kind}`,
    () => {
      runs++;
      return handler();
    },
  ]);
  const { server } = await connected(Object.fromEntries(counted) as Record<string, GrpcHandler>);
  return { path: (server.target as { path: string }).path, runs: () => runs };
}

const complete: Record<Kind, Outcome> = {
  unary: { messages: ["answer"], status: "Ok" },
  stream: { messages: answer, status: "Ok" },
};

describe.each<Cut>(["close", "end"])("a connection that breaks with %s", (cut) => {
  test.each<[Kind, Direction]>([
    ["unary", "to client"],
    ["unary", "to server"],
    ["stream", "to client"],
    ["stream", "to server"],
  ])(
    "during a %s call, after any byte %s, is Unavailable unless all had arrived",
    async (kind, direction) => {
      const server = await countingServer();
      const { passed: total, ...whole } = await exchange(server.path, kind, direction, { after: Infinity });
      expect(whole).toEqual(complete[kind]);
      expect(total).toBeGreaterThan(100);
      const statuses: string[] = [];
      // The frames of another run may be split differently, and have a few bytes more.
      for (let after = 0; after <= total + 50; after++) {
        const before = server.runs();
        const { passed, ...result } = await exchange(server.path, kind, direction, { after, cut });
        statuses.push(result.status);
        if (result.status === "Ok") expect(result).toEqual(complete[kind]);
        else {
          expect(result, `after ${after} of ${total} bytes`).toMatchObject({ status: "Unavailable" });
          expect(complete[kind].messages.slice(0, result.messages.length)).toEqual(result.messages);
          if (result.wasSent === false) expect(server.runs()).toBe(before);
        }
        expect(passed).toBeLessThanOrEqual(after);
      }
      expect(statuses[0]).toBe("Unavailable");
      if (direction === "to client") expect(statuses.indexOf("Ok")).toBeGreaterThan(100);
      expect(statuses.at(-1)).toBe("Ok");
    },
  );
});

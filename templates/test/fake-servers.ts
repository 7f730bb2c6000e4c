import { defineProvider } from "@coconut/coconut/provider";
import * as v from "valibot";

/** Returns a fake server type for tests. It stores the command of each server, and can refuse to create more. */
export function fakeServers() {
  const running = new Map<string, readonly string[]>();
  const world = { running, isFull: false };
  const provider = defineProvider({ package: "fake", version: "1.0.0", connect: () => world });
  const urlOf = (id: string) => ({ url: `http://${id}.test` });
  const Server = provider.resource("index:Server", {
    inputs: { command: v.array(v.string()), port: v.literal("free") },
    outputs: { url: v.string() },
    create: async ({ client, inputs }) => {
      if (client.isFull) throw new Error("There is no room for another server.");
      const id = `server-${client.running.size + 1}`;
      client.running.set(id, inputs.command);
      return { id, outputs: urlOf(id) };
    },
    read: async ({ client, id }) => (client.running.has(id) ? urlOf(id) : null),
    update: async ({ client, id, inputs }) => {
      client.running.set(id, inputs.command);
      return urlOf(id);
    },
    delete: async ({ client, id }) => void client.running.delete(id),
  });
  return { world, Server };
}

import { serveGrpc } from "../../src/wire/index.js";

/** A server in a process of its own. It says when it is ready, and when a call of `Wait` has begun. */
const path = process.argv[2] as string;
await serveGrpc(
  {
    "/a.B/Echo": (request) => request,
    async *"/a.B/Wait"(request) {
      process.stdout.write("waiting\n");
      yield request;
      await new Promise(() => {});
    },
    "/a.B/Exit": () => process.exit(0),
    async *"/a.B/Flood"() {
      for (;;) yield new Uint8Array(50_000);
    },
  },
  { path },
);
process.stdout.write("ready\n");

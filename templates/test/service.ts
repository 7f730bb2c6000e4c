import * as coconut from "@coconut/coconut";
import { File } from "@coconut/coconut/local";

/** The type of server that the service needs: a process, or a fake in tests. */
export type ServerClass = new (
  name: string,
  args: { readonly command: coconut.Input<string>[]; readonly port: "free" },
) => { readonly url: coconut.Output<string | undefined> };

/** Declares a page and a server for it. It is a function so that tests can run it several times. */
export function service({ Server }: { readonly Server: ServerClass }) {
  const title = new coconut.Config().get("title") ?? "It works";
  const page = new File("page", { path: "page.html", content: `<h1>${title}</h1>\n` });
  const server = new Server("server", { command: ["node", "serve.mjs", page.path], port: "free" });
  return { url: server.url };
}

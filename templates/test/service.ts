import * as coconut from "@coconut/coconut";
import { File } from "@coconut/coconut/local";

/** What the service needs of whatever runs it: a process, or in tests something that only says so. */
export type ServerClass = new (
  name: string,
  args: { readonly command: coconut.Input<string>[]; readonly port: "free" },
) => { readonly url: coconut.Output<string | undefined> };

/** A page and the server that shows it. A function, so that a test can run it as often as it likes. */
export function service({ Server }: { readonly Server: ServerClass }) {
  const title = new coconut.Config().get("title") ?? "It works";
  const page = new File("page", { path: "page.html", content: `<h1>${title}</h1>\n` });
  const server = new Server("server", { command: ["node", "serve.mjs", page.path], port: "free" });
  return { url: server.url };
}

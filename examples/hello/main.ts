import * as coconut from "@coconut/coconut";
import { Directory, File } from "@coconut/coconut/local";
import { Process } from "@coconut/coconut/process";
import { Password, Pet } from "@coconut/coconut/random";

const config = new coconut.Config();
const message = config.get("message") ?? "Hello";

/** A page that greets someone, and the server that shows it. */
class Greeting extends coconut.ComponentResource {
  readonly url: coconut.Output<string | undefined>;

  constructor(name: string, args: { readonly whom: coconut.Input<string> }) {
    super("hello:index:Greeting", name, args);
    const site = new Directory("site", { path: "site" }, { parent: this });
    const page = new File(
      "page",
      {
        path: coconut.interpolate`${site.path}/index.html`,
        content: coconut.interpolate`<!doctype html>\n<title>${message}</title>\n<h1>${message}, ${args.whom}.</h1>\n`,
      },
      { parent: this },
    );
    const server = new Process(
      "server",
      { command: ["node", "serve.mjs", page.path], port: "free", health: { http: "/" } },
      { parent: this },
    );
    this.url = server.url;
    this.registerOutputs({ url: server.url });
  }
}

const pet = new Pet("name", { words: 2 });
const greeting = new Greeting("greeting", { whom: pet.id });

export const url = greeting.url;
export const password = new Password("password", { length: 20 }).result;

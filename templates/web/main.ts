import * as coconut from "@coconut/coconut";
import { Directory } from "@coconut/coconut/local";
import { Process } from "@coconut/coconut/process";

const config = new coconut.Config();
const title = config.get("title") ?? "It works";

const site = new Directory("site", {
  path: "site",
  source: new coconut.asset.AssetArchive({
    "index.html": `<!doctype html>
<link rel="stylesheet" href="/style.css">
<title>${title}</title>
<h1>${title}</h1>
<p>Edit main.ts or style.css, and apply again.</p>
`,
    "style.css": new coconut.asset.FileAsset("style.css"),
  }),
});

const server = new Process("server", {
  command: ["node", "--import", "@coconut/coconut/register", "serve.ts", site.path],
  port: "free",
  health: { http: "/" },
});

export const url = server.url;

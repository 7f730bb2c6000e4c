import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { BuiltPackage } from "../support/built-package.js";
import { expectGolden } from "../support/golden.js";
import { Story } from "./story.js";

const built = new BuiltPackage();
let story: Story;
afterAll(async () => {
  await story.finish();
  built.remove();
});

const program = (page: string, heading: string) => `import * as coconut from "@coconut/coconut";
import { File } from "@coconut/coconut/local";
import { Process } from "@coconut/coconut/process";
import { Password } from "@coconut/coconut/random";

const config = new coconut.Config();
const ${page} = new File("${page}", {
  path: "site/index.html",
  content: \`<h1>${heading}</h1>\\n<p>\${config.require("text")}</p>\\n\`,
});
const server = new Process("server", {
  command: ["node", "serve.mjs", ${page}.path],
  port: "free",
  environment: { TOKEN: config.requireSecret("token") },
  health: { http: "/" },
});
const password = new Password("password", { length: 16 });

export const url = server.url;
export const secret = password.result;
`;

const server = `import { readFileSync } from "node:fs";
import { createServer } from "node:http";

console.log("serving " + process.argv[2]);
createServer((_, response) => response.end(readFileSync(process.argv[2]))).listen(process.env.PORT, "127.0.0.1");
`;

/** One stack from its first day to its last, told by the real program; the transcript is read in the golden file. */
test("a stack from its first day to its last", { timeout: 180_000 }, async () => {
  const project = built.project({
    "main.ts": program("page", "Hello"),
    "serve.mjs": server,
    "coconut.json": '{\n  "name": "shop"\n}\n',
  });
  story = new Story(project, built.package);
  const main = project.path("main.ts");
  const page = project.path("site/index.html");

  story.says("A new stack, with a setting and a secret one.");
  await story.coco(0, "stack new dev");
  await story.coco(0, "config set text Welcome.");
  await story.cocoWith("tok-hunter2\n", 0, "config set token --secret");
  await story.coco(0, "config ls");

  story.says("The first apply: nothing is done before someone says yes.");
  await story.coco(4, "apply");
  await story.coco(0, "apply --yes -p 1");
  const url = await story.output("url");
  expect(await (await fetch(url)).text()).toBe("<h1>Hello</h1>\n<p>Welcome.</p>\n");

  story.says("There is nothing more to do.");
  await story.coco(0, "plan --detailed-exitcode");

  story.says("An edit of the program.");
  writeFileSync(main, program("page", "Good morning"));
  await story.coco(2, "plan --detailed-exitcode");
  await story.coco(0, "apply --yes -p 1");
  expect(readFileSync(page, "utf8")).toContain("Good morning");

  story.says("Somebody defaces the page; the next apply repairs it.");
  writeFileSync(page, "<h1>Ha!</h1>\n");
  await story.coco(0, "plan");
  await story.coco(0, "apply --yes -p 1");
  expect(readFileSync(page, "utf8")).toContain("Good morning");

  story.says("The resource gets another name in the program: the plan sees it, and a command makes it so.");
  writeFileSync(main, program("home", "Good morning"));
  await story.coco(0, "plan");
  await story.coco(0, "rename page home");
  await story.coco(0, "plan");

  story.says("What is protected stays.");
  await story.coco(0, "state protect password");
  await story.coco(1, "destroy --yes");
  await story.coco(0, "state unprotect password");

  story.says("A file that is there already is taken over.");
  project.write({ "notes.txt": "Buy milk.\n" });
  const imported = await story.coco(0, "import local:index:File notes notes.txt");
  const code = /^(?:const|export|new|import)[^]*$/m.exec(imported)?.[0] ?? "";
  writeFileSync(main, withImported(program("home", "Good morning"), code));
  await story.coco(0, "plan");

  story.says("How the server is doing.");
  await story.coco(0, "logs server");
  await story.coco(0, "stats server");
  await story.coco(0, "graph");

  story.says("A new key for the secrets.");
  await story.coco(0, "secrets rotate");
  await story.coco(0, "config get token --reveal");
  await story.coco(0, "plan");

  story.says("What happened so far, and what there is.");
  await story.coco(0, "stack history");
  await story.coco(0, "stack ls");
  await story.coco(0, "state ls");
  await story.coco(0, "state verify");

  story.says("The end.");
  await story.coco(0, "state unprotect notes");
  await story.coco(0, "destroy --yes -p 1");
  await expect(fetch(url)).rejects.toThrow("fetch failed");
  await story.coco(0, "state ls");
  await story.coco(0, "stack rm dev --yes");

  expect(story.everything).not.toContain("tok-hunter2\n$ coco config ls");
  await expectGolden(story.transcript, new URL("../golden/story/transcript.txt", import.meta.url));
});

/** The imports go to the top, the rest to the end. */
function withImported(main: string, code: string): string {
  const lines = code.split("\n");
  const isImport = (line: string) => line.startsWith("import ") && !main.includes(line);
  const isKnown = (line: string) => line.startsWith("import ") && main.includes(line);
  const rest = lines.filter((line) => !isImport(line) && !isKnown(line));
  return [...lines.filter(isImport), main, ...rest].join("\n");
}

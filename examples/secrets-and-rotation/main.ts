import * as coconut from "@coconut/coconut";
import { Command } from "@coconut/coconut/command";
import { File } from "@coconut/coconut/local";
import { Process } from "@coconut/coconut/process";
import { Password } from "@coconut/coconut/random";

const config = new coconut.Config();

// A secret from outside: sealed in the configuration of the stack.
const key = config.requireSecret("key");

// A secret that is made here: another one whenever a keeper changes.
const password = new Password("password", {
  length: 24,
  keepers: { edition: config.getNumber("edition", 1) },
});

// What is made from a secret is one: this content is masked too.
new File("credentials", {
  path: "out/credentials",
  content: coconut.interpolate`password = ${password.result}\nkey = ${key}\n`,
  mode: "0600",
});

const server = new Process("server", {
  command: ["node", "serve.mjs"],
  port: "free",
  environment: { PASSWORD: password.result, KEY: key },
  health: { tcp: true },
});

new Command("announce", {
  create: 'echo "The key is $KEY."',
  environment: { KEY: key },
});

export const url = server.url;
export const login = coconut.interpolate`Bearer ${password.result}`;
export const strength = coconut.unsecret(password.result.apply((text) => `${text.length} characters`));

import * as coconut from "@coconut/coconut";
import { File } from "@coconut/coconut/local";
import { Pet } from "@coconut/coconut/random";

const config = new coconut.Config();
const message = config.get("message") ?? "Hello";

const pet = new Pet("pet");
const greeting = new File("greeting", {
  path: "greeting.txt",
  content: coconut.interpolate`${message}, ${pet.id}.\n`,
});

export const name = pet.id;
export const file = greeting.path;

import * as coconut from "@coconut/coconut";
import { File, Pet } from "./api-provider.js";

const config = new coconut.Config();
const pet = new Pet("name", { words: 2 });
export const greeting = new File("greeting", {
  path: coconut.interpolate`out/${pet.id}.txt`,
  content: config.require("message"),
  owner: { user: pet.name, groups: ["staff"] },
});
export const path = greeting.path;
export const user = greeting.owner.user;
export const old = File.get("old", "path/of/it");

import * as coconut from "@coconut/coconut";
import * as v from "valibot";
import { Roster, WebService } from "./library/index.js";

const config = new coconut.Config();
const stack = coconut.getStack();

// What is live is what was tried out: prod runs the release that dev exports.
export const release =
  stack === "prod"
    ? new coconut.StackReference<{ release: string }>("dev").requireOutput("release")
    : config.require("release");

const scale = v.object({
  replicas: v.optional(v.number()),
  size: v.optional(v.picklist(["small", "large"])),
});
const hello = new WebService("hello", {
  greeting: config.require("greeting"),
  release,
  ...config.getObject("scale", scale),
});
const roster = new Roster("roster", { path: `out/${stack}.txt`, services: [hello] });

export const urls = hello.urls;
export const rosterPath = roster.path;

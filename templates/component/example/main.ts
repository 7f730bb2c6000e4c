import { Site } from "../src/index.js";

const handbook = new Site("handbook", {
  folder: "out/handbook",
  title: "Handbook",
  pages: {
    start: "Edit ../src/site.ts or this file, and apply again.",
    next: "Move code that your programs share into the component.",
  },
});

export const index = handbook.index;

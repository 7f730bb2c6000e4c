import { Site } from "../src/index.js";

const handbook = new Site("handbook", {
  folder: "out/handbook",
  title: "Handbook",
  pages: {
    start: "Change ../src/site.ts or this file, and apply again.",
    next: "Give the component what your programs have in common.",
  },
});

export const index = handbook.index;

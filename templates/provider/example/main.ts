import { Note } from "../src/index.js";

const todo = new Note("todo", {
  name: "todo",
  title: "To do",
  text: "Replace Notebook with your own service.",
});

export const words = todo.words;

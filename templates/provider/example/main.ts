import { Note } from "../src/index.js";

const todo = new Note("todo", {
  name: "todo",
  title: "To do",
  text: "Put your own service behind Notebook.",
});

export const words = todo.words;

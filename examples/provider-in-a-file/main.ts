import * as coconut from "@coconut/coconut";
import { boards, Note } from "./board.js";

const milk = new Note("milk", { board: "kitchen", text: "Buy milk", color: "yellow" });
new Note("thanks", { board: "office", text: coconut.interpolate`Milk? See ${milk.url}`, color: "pink" });

const { names } = await coconut.invoke(boards, {});
for (const name of names) new Note(`welcome-${name}`, { board: name, text: `The ${name}`, big: true });

export const url = milk.url;
export const milkId = milk.id;

import { test } from "vitest";
import { sentences } from "./sentences/index.js";

/** Registers the test of one sentence; its title is the sentence's number and first words. */
export function spec(id: string, body: () => void | Promise<void>): void {
  const sentence = sentences.find((each) => each.id === id);
  if (sentence === undefined) throw new Error(`No sentence ${id} is listed in tests/spec/sentences.`);
  test(`${id} ${sentence.title}`, body);
}

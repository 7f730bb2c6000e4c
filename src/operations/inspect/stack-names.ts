import { storeOf, type StackAddressed } from "../../store/index.js";

/** What the stacks of a store are called, by name. None of them is opened. */
export async function stackNames(place: Pick<StackAddressed, "store" | "projectFolder" | "ports">) {
  return (await storeOf(place)).list();
}

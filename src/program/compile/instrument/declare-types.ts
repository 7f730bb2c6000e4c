import { nameOfClass } from "./announce-sites.js";
import type { Instruments } from "./instruments.js";
import type { ClassNode, Place } from "./syntax-tree.js";

/** Gives a class that may extend `Resource` directly its type, before anything else of the class runs. */
export function declareType(place: Place<ClassNode>, instruments: Instruments): void {
  const { node } = place;
  const name = nameOfClass(place, instruments);
  const origin = instruments.origin.place(node.start);
  if (!node.superClass || name === undefined || origin === undefined) return;
  const type = JSON.stringify(`${instruments.files[origin.file]!.typePrefix}:${typeName(name)}`);
  instruments.splice.insert(node.body.start + 1, ` static { ${instruments.names.declare}(this, ${type}); }`);
}

/** Class names may hold what names of types may not. */
function typeName(name: string): string {
  const plain = name.replaceAll(/[^\p{L}\p{Nd}_]/gu, "_");
  return /^\p{L}/u.test(plain) ? plain : `C${plain}`;
}

import { expect, test } from "vitest";
import { manyGone, type Sighting } from "./many-gone.js";

function sightings(by: string, gone: number, of: number): readonly Sighting[] {
  return Array.from({ length: of }, (_, index) => ({ urn: `${by}-${index}`, by, isGone: index < gone }));
}

test.each<[gone: number, of: number, isMany: boolean]>([
  [0, 0, false],
  [0, 30, false],
  [1, 1, false],
  [2, 2, false],
  [2, 3, false],
  [3, 3, true],
  [3, 14, true],
  [3, 15, false],
  [4, 15, true],
  [6, 30, false],
  [7, 30, true],
  [14, 30, true],
  [30, 30, true],
])("%i of %i gone are many: %s", (gone, of, isMany) => {
  const found = manyGone(sightings("cloud", gone, of));
  expect(found && { gone: found.gone.length, of: found.of, by: found.by }).toEqual(
    isMany ? { gone, of, by: "cloud" } : undefined,
  );
});

test("all of one configuration, among very many of others", () => {
  const found = manyGone([...sightings("disk", 0, 100), ...sightings("cloud", 5, 5)]);
  expect(found).toMatchObject({ by: "cloud", of: 5 });
});

test("some of each, which together are many", () => {
  const found = manyGone([...sightings("a", 1, 3), ...sightings("b", 1, 3), ...sightings("c", 1, 3)]);
  expect(found).toEqual({ gone: ["a-0", "b-0", "c-0"], of: 9 });
});

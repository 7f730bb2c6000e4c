import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../tests/support/runs.js";
import { layOut, type Connector, type GraphLayout, type PlacedShape, type Shape } from "./index.js";

interface Picture {
  readonly shapes: readonly Shape[];
  readonly lines: readonly Connector[];
}

/** Shapes of which each may be in one before it, and point at some before it; in any order. */
const arbitraryPicture = (isCyclic: boolean): fc.Arbitrary<Picture> =>
  fc.integer({ min: 1, max: 24 }).chain((size) => {
    const other = fc.integer({ min: 0, max: size - 1 });
    return fc
      .record({
        inside: fc.array(fc.option(other, { freq: 2 }), { minLength: size, maxLength: size }),
        pairs: fc.array(fc.tuple(other, other), { maxLength: size * 2 }),
        sizes: fc.array(fc.integer({ min: 10, max: 200 }), { minLength: size, maxLength: size }),
        order: fc.shuffledSubarray(
          Array.from({ length: size }, (_, index) => index),
          { minLength: size },
        ),
      })
      .map(({ inside, pairs, sizes, order }) => {
        const parents = inside.map((parent, index) =>
          parent !== null && parent < index ? parent : undefined,
        );
        const isWithin = (inner: number | undefined, outer: number): boolean =>
          inner !== undefined && (inner === outer || isWithin(parents[inner], outer));
        const lines = pairs
          .filter(([from, to]) => (isCyclic || from > to) && !isWithin(from, to) && !isWithin(to, from))
          .map(([from, to]) => ({ from: `s${from}`, to: `s${to}` }));
        const shapes = order.map((index) => ({
          key: `s${index}`,
          inside: parents[index] === undefined ? undefined : `s${parents[index]}`,
          width: sizes[index]!,
          height: sizes[size - 1 - index]!,
        }));
        return { shapes, lines };
      });
  });

const right = ({ x, width }: PlacedShape) => x + width;
const bottom = ({ y, height }: PlacedShape) => y + height;
const middle = ({ y, height }: PlacedShape) => y + height / 2;
const pointText = (x: number, y: number) => `${Math.round(x)} ${Math.round(y)}`;
const tiny = 0.11;

function holds(outer: PlacedShape, inner: PlacedShape): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    right(inner) <= right(outer) + tiny &&
    bottom(inner) <= bottom(outer) + tiny
  );
}

function areApart(a: PlacedShape, b: PlacedShape): boolean {
  return right(a) <= b.x || right(b) <= a.x || bottom(a) <= b.y || bottom(b) <= a.y;
}

/** The boxes that a shape stands in. */
function boxesAround(key: string, { shapes }: Picture, { places }: GraphLayout): ReadonlySet<string> {
  const insides = new Map(shapes.map((shape) => [shape.key, shape.inside]));
  const found = new Set<string>();
  for (let at = insides.get(key); at !== undefined; at = insides.get(at))
    if (places.get(at)!.isBox) found.add(at);
  return found;
}

test.each([false, true])("nothing stands over anything else, circles: %s", (isCyclic) => {
  fc.assert(
    fc.property(arbitraryPicture(isCyclic), (picture) => {
      const layout = layOut(picture.shapes, picture.lines);
      const whole = { x: 0, y: 0, width: layout.width, height: layout.height, isBox: true };
      const arounds = new Map(picture.shapes.map(({ key }) => [key, boxesAround(key, picture, layout)]));
      const wrong = picture.shapes.flatMap(({ key }) => {
        const place = layout.places.get(key)!;
        const around = arounds.get(key)!;
        const boxes = [whole, ...[...around].map((box) => layout.places.get(box)!)];
        const isOver = ([other, its]: [string, PlacedShape]) =>
          other !== key && !around.has(other) && !arounds.get(other)!.has(key) && !areApart(place, its);
        return [...boxes.filter((box) => !holds(box, place)), ...[...layout.places].filter(isOver)];
      });
      expect(wrong).toEqual([]);
    }),
    { numRuns: runs },
  );
});

test("what a shape points at stands before it", () => {
  fc.assert(
    fc.property(arbitraryPicture(false), (picture) => {
      const { places } = layOut(picture.shapes, picture.lines);
      for (const { from, to } of picture.lines)
        expect(right(places.get(to)!)).toBeLessThan(places.get(from)!.x);
    }),
    { numRuns: runs },
  );
});

test.each([false, true])("every line leads from side to side, circles: %s", (isCyclic) => {
  fc.assert(
    fc.property(arbitraryPicture(isCyclic), (picture) => {
      const { places, pieces } = layOut(picture.shapes, picture.lines);
      for (const { from, to } of picture.lines) {
        const reached = new Set([pointText(right(places.get(to)!), middle(places.get(to)!))]);
        let waiting = pieces.filter((piece) => piece.to === to);
        for (let before = -1; before !== waiting.length;) {
          before = waiting.length;
          waiting = waiting.filter(({ points }) => {
            const texts = points.map(({ x, y }) => pointText(x, y));
            const isReached = texts.some((point) => reached.has(point));
            if (isReached) for (const point of texts) reached.add(point);
            return !isReached;
          });
        }
        expect(waiting).toEqual([]);
        expect([...reached]).toContain(pointText(places.get(from)!.x, middle(places.get(from)!)));
      }
    }),
    { numRuns: runs },
  );
});

test("no line leads through a shape", () => {
  fc.assert(
    fc.property(arbitraryPicture(false), (picture) => {
      const { places, pieces } = layOut(picture.shapes, picture.lines);
      const leaves = [...places.values()].filter(({ isBox }) => !isBox);
      for (const { points } of pieces) {
        for (const [at, point] of points.slice(1).entries()) {
          const before = points[at]!;
          const [top, low] = [Math.min(before.y, point.y), Math.max(before.y, point.y)];
          expect(before.x).toBeLessThanOrEqual(point.x);
          // Where a line changes its height it may be anywhere in between.
          const isCrossed = (leaf: PlacedShape) =>
            leaf.x < point.x - tiny && right(leaf) > before.x + tiny && leaf.y < low && bottom(leaf) > top;
          expect(leaves.filter(isCrossed)).toEqual([]);
        }
      }
    }),
    { numRuns: runs },
  );
});

/**
 * Numbers as near as possible to what is wanted, by the sum of weighted squares, of which each is at least as far
 * behind the one before as the given positions are: neighbours that want to pass each other settle in between.
 */
export function nearestInOrder(
  wanted: readonly { readonly at: number; readonly weight: number }[],
  positions: readonly number[],
): readonly number[] {
  const blocks: { sum: number; weight: number; count: number }[] = [];
  for (const [index, { at, weight }] of wanted.entries()) {
    let block = { sum: (at - positions[index]!) * weight, weight, count: 1 };
    for (let last = blocks.at(-1); last !== undefined && mean(last) >= mean(block); last = blocks.at(-1)) {
      blocks.pop();
      block = {
        sum: last.sum + block.sum,
        weight: last.weight + block.weight,
        count: last.count + block.count,
      };
    }
    blocks.push(block);
  }
  let index = 0;
  return blocks.flatMap((block) =>
    Array.from({ length: block.count }, () => mean(block) + positions[index++]!),
  );
}

const mean = ({ sum, weight }: { readonly sum: number; readonly weight: number }) => sum / weight;

/** Returns a count with its noun: `1 resource`, `2 resources`, `3 entries`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

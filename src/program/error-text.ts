/** What to show of something that was thrown. Anything can be thrown, and some things refuse to be text. */
export function errorText(thrown: unknown): string {
  try {
    return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  } catch {
    return `a thrown ${typeof thrown} that has no text`;
  }
}

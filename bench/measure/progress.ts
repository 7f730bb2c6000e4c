/** Prints a progress message to standard error. */
export function progress(text: string): void {
  process.stderr.write(`  ${text}\n`);
}

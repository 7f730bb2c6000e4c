/** Says on standard error what is being done; long work is not silent. */
export function progress(text: string): void {
  process.stderr.write(`  ${text}\n`);
}

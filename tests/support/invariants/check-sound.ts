/** The engine notices some of its own mistakes, and says so: whatever it does about them, there must be none. */
export function checkSound(said: string): void {
  const at = said.indexOf("This is a bug");
  if (at !== -1) throw new Error(`The engine says: ${said.slice(Math.max(0, at - 300), at + 300)}`);
}

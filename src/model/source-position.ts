/** A position in the user's source. Lines and columns count from one. */
export interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export function printPosition(position: SourcePosition): string {
  return `${position.file}:${position.line}:${position.column}`;
}

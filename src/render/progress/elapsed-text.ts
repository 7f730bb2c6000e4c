/** Formats a duration for people: `12 ms`, `3.4 s`, `45 s`, `2 min 5 s`, `1 h 3 min`. */
export function elapsedText(durationMs: number): string {
  if (durationMs < 999.5) return `${Math.max(0, Math.round(durationMs))} ms`;
  if (durationMs < 9_950) return `${(durationMs / 1000).toFixed(1)} s`;
  const seconds = Math.round(durationMs / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Like `elapsedText`, for a duration that still grows: whole seconds, so that the number stays readable. */
export function runningText(durationMs: number): string {
  const seconds = Math.max(0, Math.floor(durationMs / 1000));
  return seconds < 60 ? `${seconds} s` : elapsedText(seconds * 1000);
}

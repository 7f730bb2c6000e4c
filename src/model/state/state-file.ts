/**
 * Returns the database that a file belongs to by its name: itself, or one of the files that SQLite and Coconut keep
 * next to it. Every run creates the lock file `<database>-lock`; a database without one is probably not a stack.
 */
export function databaseOf(name: string): string | undefined {
  return /^\.?(.+\.db)(?:-(?:wal|shm|journal|lock|lock-journal|live))?$/.exec(name)?.[1];
}

/** A caught value as an error, because anything can be thrown. Errors of Node have a code, and those of the operating system also a syscall and a path. */

export function asError(thrown: unknown): NodeJS.ErrnoException {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

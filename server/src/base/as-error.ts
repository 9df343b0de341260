/** A caught value as an error, because anything can be thrown. An error of Node has a code, and one of the system also a call and a path. */

export function asError(thrown: unknown): NodeJS.ErrnoException {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

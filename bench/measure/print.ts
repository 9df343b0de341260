/** Writes a line of what a benchmark says. */

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

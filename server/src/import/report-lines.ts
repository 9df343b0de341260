/** Writes the lines that all import reports share. */

const MAX_SHOWN = 20

/** Sorts problems by line, because within a batch the problems of the plan follow those of the reader. */
export function byLine<T extends { line: number }>(findings: readonly T[]): T[] {
  return findings.toSorted((one, other) => one.line - other.line)
}

export function section<T>(
  title: string,
  { first, count }: { first: readonly T[]; count: number },
  line: (item: T) => string,
): string[] {
  if (count === 0) return []
  const shown = first.slice(0, MAX_SHOWN).map(item => `  ${line(item)}`)
  const more = count > shown.length ? [`  … and ${(count - shown.length).toLocaleString('en-US')} more (--json)`] : []
  return [`${title} (${count.toLocaleString('en-US')}):`, ...shown, ...more]
}

export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`
}

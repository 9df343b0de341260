/** Removes the quotation marks around whole lines, which a program adds if it takes each line of a CSV file for one cell. */
import { countKnownHeaders } from './kinds.ts'

const QUOTED = /^"((?:[^"]|"")*)"$/
/** The fewest known headers by which a quoted line shows that it is a header row and not one cell with commas. */
const MIN_HEADERS = 3

/** Whether the lines of a file are quoted as a whole: one of the first ones is, and has known headers within. */
export function hasQuotedLines(sample: string): boolean {
  return sample.split('\n', 100).some(line => {
    const inner = line.length < 10_000 ? QUOTED.exec(line)?.[1] : undefined
    return (
      inner !== undefined &&
      [',', ';', '\t', '|'].some(each => countKnownHeaders({ cells: inner.split(each) }) >= MIN_HEADERS)
    )
  })
}

/** Yields the text with its quoted lines as they were; a line without quotation marks, such as a title, is unchanged. */
export async function* withoutLineQuotes(text: AsyncGenerator<string>): AsyncGenerator<string> {
  let rest = ''
  try {
    for await (const piece of text) {
      const lines = (rest + piece).split('\n')
      rest = lines.pop() ?? ''
      if (lines.length > 0) yield lines.map(line => `${unquoted(line)}\n`).join('')
      if (rest.length > MAX_LINE_LENGTH) {
        yield rest
        rest = ''
      }
    }
    if (rest) yield unquoted(rest)
  } finally {
    await text.return(undefined)
  }
}

/** A longer line is left as it is. */
const MAX_LINE_LENGTH = 100_000

function unquoted(line: string): string {
  if (line.length > MAX_LINE_LENGTH) return line
  return QUOTED.exec(line)?.[1]?.replaceAll('""', '"') ?? line
}

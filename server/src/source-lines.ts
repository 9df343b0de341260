/**
 * The lines of the sources in the traces of the bundle. Node can do the same, but reads the source map of every file as it loads it: 50 ms of
 * processor time and 4 MB at each start, of which most processes never show a trace.
 */
import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

const PLACE = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/

/** Makes every trace of this process name the sources from now on. */
export function nameSourceLines(): void {
  const maps = new Map<string, SourceMap | undefined>()
  Error.prepareStackTrace = (error, frames) =>
    [headOf(error), ...frames.map(frame => `    at ${atSource(String(frame), maps)}`)].join('\n')
}

/** The first line of a trace, also of a value that cannot be converted to text. */
function headOf(error: Error): string {
  try {
    return String(error)
  } catch {
    return '<error>'
  }
}

/** A frame with its place in the sources, or as it is if no source map knows the place. */
function atSource(frame: string, maps: Map<string, SourceMap | undefined>): string {
  return frame.replace(PLACE, (place, url: string, line: string, column: string) => {
    if (!maps.has(url)) maps.set(url, readMap(url))
    const origin = maps.get(url)?.findOrigin(Number(line), Number(column))
    if (!origin || !('fileName' in origin)) return place
    return `${fileURLToPath(new URL(origin.fileName, url))}:${origin.lineNumber}:${origin.columnNumber}`
  })
}

/** The source map next to a file, or undefined if there is none, as for packages and after the bundle was replaced. */
function readMap(url: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${url}.map`), 'utf8')))
  } catch {
    return undefined
  }
}

/** A trace of the bundle names the line of the source, and keeps its place where no source is known. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { currentBundle } from '#server/bundle.ts'
import { nameSourceLines } from '#server/source-lines.ts'

/** The trace of an error that was thrown at the start of a line of a file. */
function traceFrom(url: string, line: number): string {
  const former = Error.prepareStackTrace
  try {
    nameSourceLines()
    const frame = { toString: () => `work (${url}:${line}:1)` } as NodeJS.CallSite
    return Error.prepareStackTrace!(new TypeError('broken'), [frame]) as string
  } finally {
    Error.prepareStackTrace = former
  }
}

test('a place in the bundle becomes the place in the source', () => {
  const url = String(currentBundle())
  const source = fileURLToPath(new URL('../../src/command-line.ts', import.meta.url))
  const [there, here] = [fileURLToPath(url), source].map(file => lineOf(file, 'async function runCommandLine('))
  assert.equal(traceFrom(url, there!), `TypeError: broken\n    at work (${source}:${here}:1)`)
})

test('a place without a source map stays as it is', () => {
  const url = 'file:///nowhere/packages.js'
  assert.equal(traceFrom(url, 3), `TypeError: broken\n    at work (${url}:3:1)`)
})

/** The number of the first line with a text. */
function lineOf(file: string, text: string): number {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.findIndex(line => line.includes(text)) + 1
}

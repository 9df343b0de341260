/**
 * Regular expressions that a caller could keep busy. None that reads what a caller sends begins with a repetition that something has to follow. `/\s*;/` starts again at every space of
 * a long run: a header of 32 KiB took two seconds, during which the process answered nobody.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '#server/bundle.ts'

/** Folders whose texts are short: the cells of an import are bounded, and a thread reads them; commands read what operators type. */
const SHORT_TEXTS = ['import', 'commands']

/** Expressions whose text is bounded. */
const EXCEPTIONS: Record<string, string> = {
  '/[.\\s]+$/': 'the name of a file has at most 200 characters',
  '/\\/+$/': 'the endpoint of a bucket is a setting',
}

/** An expression that begins with a class, an escape or a character that is repeated without a bound, followed by more. */
const SLOW = /(?<=[(=,:[!&|?\s])\/(?:\[(?:[^\]\\\n]|\\.)+\]|\\p\{\w+\}|\\.|[^\s/^$()[\]\\*+?|])[*+]\??(?!\/)[^/\n]*\//g

test('no expression that reads what a caller sends begins with a repetition that something must follow', () => {
  const files = globSync('{contract,server/src}/**/*.ts', { cwd: ROOT }).filter(
    file => !SHORT_TEXTS.some(folder => file.startsWith(join('server/src', folder))),
  )
  assert.ok(files.length > 400, `${files.length} files`)
  const found = files.flatMap(file => slowIn(readFileSync(join(ROOT, file), 'utf8')).map(text => `${file}: ${text}`))
  assert.deepEqual(
    found.filter(line => !Object.keys(EXCEPTIONS).some(text => line.endsWith(`: ${text}`))),
    [],
  )
})

/** An expression for a tag that searches beyond the next tag: in `<row <row <row`, it reads the rest of the text from each of them. */
const TAG_WITHOUT_END = /<\S*\[\^>\][*+]/

test('no expression for a tag of a workbook searches for its end beyond the next tag', () => {
  const files = globSync('server/src/import/**/*.ts', { cwd: ROOT })
  const found = files.filter(file => TAG_WITHOUT_END.test(readFileSync(join(ROOT, file), 'utf8')))
  assert.deepEqual(found, [])
  assert.match(String(/<(?:\w+:)?row\b([^>]*)>/g), TAG_WITHOUT_END)
})

test('a planted expression is found, and its fast forms are not', () => {
  assert.deepEqual(slowIn('word.split(/\\s*;\\s*q=/)'), ['/\\s*;\\s*q=/'])
  assert.deepEqual(slowIn("text.replace(/[ \\t]+$/, '')"), ['/[ \\t]+$/'])
  assert.deepEqual(slowIn('const END = /0+$/'), ['/0+$/'])
  for (const fast of ['split(/;\\s*/)', 'replace(/\\s+/g, 1)', '(/^\\s*;/)', '= a / b+c / d'])
    assert.deepEqual(slowIn(fast), [], fast)
})

function slowIn(source: string): string[] {
  return source
    .split('\n')
    .filter(line => !/^\s*(?:\*|\/\*|\/\/)/.test(line))
    .flatMap(line => line.match(SLOW) ?? [])
}

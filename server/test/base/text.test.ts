/** Text on one line: what it may hold, and how other text becomes it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOneLine, onOneLine } from '#server/base/text.ts'

test('characters that would end a line or be invisible become spaces, and marks that turn text are left out', () => {
  assert.equal(onOneLine(' a\r\n\tb\u2028c\u0085d\0e\u00a0f '), 'a b c d e f')
  assert.equal(onOneLine('Dana \u202eWhitfield\u2066'), 'Dana Whitfield')
})

test('names in any script are one line, and a mark that turns the text after it is not', () => {
  for (const name of ['Núñez', 'שרה לוי', 'Ann\u200eElm', '🏠 Oak']) assert.ok(isOneLine(name), name)
  for (const mark of ['\u202a', '\u202e', '\u2066', '\u2069', '\u2028', '\t']) assert.ok(!isOneLine(`Ann${mark}`))
})

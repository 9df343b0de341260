/** A body takes no more memory than its bytes, however many pieces it arrives in. */
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { collectBody } from '#server/http/collect-body.ts'
import { heldMegabytes } from '../memory.ts'

const LIMIT = 1024 * 1024

test('a body that arrives byte by byte takes no more memory than its bytes', async () => {
  const text = 'maple '.repeat(20_000)
  const body = new Readable({ read() {} })
  const collected = collectBody(body, LIMIT, undefined)
  await new Promise(setImmediate)
  const before = heldMegabytes()
  for (const letter of text) body.push(letter)
  // As a list of pieces, these are 15 MB.
  assert.ok(heldMegabytes() - before < 5, `${heldMegabytes() - before} MB`)
  body.push(null)
  assert.equal((await collected).toString(), text)
})

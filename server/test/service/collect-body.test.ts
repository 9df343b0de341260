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

test('a body may arrive in pieces of 8 bytes, and one in far more pieces than any client makes is refused', async () => {
  const arriving = (pieces: number, text: string) => {
    const body = new Readable({ read() {} })
    const collected = collectBody(body, LIMIT, undefined)
    for (let piece = 0; piece < pieces; piece++) body.push(text)
    body.push(null)
    return collected
  }
  assert.equal((await arriving(LIMIT / 8, 'maple at')).length, LIMIT)
  await assert.rejects(arriving(LIMIT / 8 + 1, 'm'), {
    code: 'payload_too_large',
    message: 'The body is divided into more than 131,072 pieces. Send it in fewer and larger ones.',
  })
})

/** A long list is read piece by piece, each while the one before it is written. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { inPieces } from '#server/base/in-pieces.ts'
import { PieceSize } from '#server/base/piece-size.ts'

const KEYS = Array.from({ length: 60 }, (_, index) => index)
const newSize = () => new PieceSize(() => true)

async function collect<Piece>(pieces: AsyncIterable<Piece>): Promise<Piece[]> {
  const all: Piece[] = []
  for await (const piece of pieces) all.push(piece)
  return all
}

test('every key is read once, in order', async () => {
  const pieces = await collect(inPieces(KEYS, newSize(), async keys => [...keys]))
  assert.deepEqual(pieces.flat(), KEYS)
  assert.equal(pieces[0]?.length, 25)
  assert.ok(pieces.length > 1)
})

test('no keys make no pieces', async () => {
  assert.deepEqual(await collect(inPieces([], newSize(), async keys => [...keys])), [])
})

test('the next piece is being read while the caller works on one, and no more than that one', async () => {
  let read = 0
  const pieces = inPieces(Array.from({ length: 500 }), newSize(), async () => ++read)
  assert.equal((await pieces.next()).value, 1)
  await turn()
  assert.equal(read, 2)
})

test('a failure reaches the caller in the place of its piece', async () => {
  const read = async (keys: readonly number[]) => {
    if (keys.includes(59)) throw new Error('The connection was lost.')
    return keys.length
  }
  const pieces = inPieces(KEYS, newSize(), read)
  assert.deepEqual(await pieces.next(), { done: false, value: 25 })
  await assert.rejects(collect(pieces), /The connection was lost/)
})

test('a failure after the caller has left goes nowhere', async () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', note)
  try {
    for await (const _ of inPieces(KEYS, newSize(), async keys => assert.equal(keys[0], 0))) break
    await turn()
    await turn()
  } finally {
    process.off('unhandledRejection', note)
  }
  assert.deepEqual(unhandled, [])
})

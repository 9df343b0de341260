/** A cursor of changes that a caller altered, cut or put together is refused, and those that release 0.1.0 gave out are served. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cursorFrom, positionIn } from '#server/domain/changes/cursor.ts'
import { property, store } from '../records.ts'
import { useWorld } from '../world.ts'

const world = useWorld()

const ORIGIN = {
  identity: '7467/1/0b0e1f6e-1c6d-4c1e-9a3e-5d0f6a1b2c3d',
  organizationId: '0198f3a2-7d31-7c11-8d7e-6a5b4c3d2e1f',
}
const POSITIONS = [
  { xid: '0', type: '', id: '' },
  { xid: '81234', type: '', id: '' },
  { xid: '81234', type: 'work_order', id: 'wo_01k3qa4z5bfrra7zkgqcyb9pjs' },
  { xid: '981234', type: 'listing', id: 'unit_01k3qa4z5bfrra7zkgqcyb9pjs' },
]
/** Every character of a cursor, and some that only other encodings have. */
const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/= '

/** The position that `cursor` is read as, or the code of its refusal. */
function read(cursor: string): unknown {
  try {
    return positionIn(cursor, { ...ORIGIN, next: '18446744073709551615' })
  } catch (error) {
    return (error as { code: string }).code
  }
}

/** A cursor in the form of release 0.1.0. */
function formerCursor(
  { identity, organizationId }: typeof ORIGIN,
  { xid, type, id }: (typeof POSITIONS)[number],
): string {
  return Buffer.from(`${identity}/${organizationId} ${xid} ${type} ${id}`).toString('base64url')
}

test('a cursor of which one character is altered, added or missing is never read as a position', () => {
  for (const position of POSITIONS) {
    const cursor = cursorFrom(ORIGIN, position)
    assert.deepEqual(read(cursor), position)
    for (let at = 0; at <= cursor.length; at++) {
      const [before, rest] = [cursor.slice(0, at), cursor.slice(at)]
      if (rest !== '') assertRefused(before + rest.slice(1))
      for (const character of CHARACTERS) {
        assertRefused(before + character + rest)
        if (rest !== '' && rest[0] !== character) assertRefused(before + character + rest.slice(1))
      }
    }
  }
})

/** A cursor whose place is altered belongs to another organization, as far as can be told. */
function assertRefused(cursor: string): void {
  assert.match(String(read(cursor)), /^(invalid_request|cursor_expired)$/, cursor)
}

test('a cursor of which two neighbors are swapped, or an end is cut, is never read as another position', () => {
  for (const position of POSITIONS) {
    const cursor = cursorFrom(ORIGIN, position)
    for (let at = 0; at < cursor.length - 1; at++) {
      const swapped = cursor.slice(0, at) + cursor[at + 1] + cursor[at] + cursor.slice(at + 2)
      if (swapped !== cursor) assertRefused(swapped)
      const cut = read(cursor.slice(0, at))
      if (typeof cut !== 'string') assert.deepEqual(cut, position)
    }
  }
})

test('a cursor of another database or organization has expired, whatever its position', () => {
  for (const other of [
    { ...ORIGIN, identity: '7467/2/0b0e' },
    { ...ORIGIN, organizationId: '0198f3a2-7d31-7c11-8d7e-6a5b4c3d2e1e' },
  ]) {
    const cursor = cursorFrom(other, POSITIONS[2]!)
    assert.equal(read(cursor), 'cursor_expired')
    assert.equal(read(formerCursor(other, POSITIONS[2]!)), 'cursor_expired')
  }
})

test('release 0.1.0 reads a cursor as the same position, and the position that it gives back is read here', () => {
  for (const position of POSITIONS) {
    const [origin, xid, type, id, ...rest] = Buffer.from(cursorFrom(ORIGIN, position), 'base64url')
      .toString()
      .split(' ')
    assert.deepEqual(
      [origin, xid, type, rest],
      [`${ORIGIN.identity}/${ORIGIN.organizationId}`, position.xid, position.type, []],
    )
    assert.match(id!, /^[a-z0-9_]*$/)
    // Changes are read after the position, in the order of code points: nothing comes between an ID and the same ID with a suffix.
    assert.ok(id!.startsWith(position.id))
    assert.deepEqual(read(formerCursor(ORIGIN, position)), position)
    assert.deepEqual(read(formerCursor(ORIGIN, { ...position, id: id! })), position)
  }
})

test('a copy goes on from a cursor of release 0.1.0, and an altered cursor is 400 and names the parameter', async () => {
  const org = await world.organization()
  await store(org, { properties: [property(), property({ name: 'Oak Terrace' })] })
  const read = (after: string) => world.call(`/changes?limit=1&after=${after}`, { key: org.key })
  const first = await world.call('/changes?limit=1', { key: org.key })
  const cursor = String(first.body.next_cursor)
  const former = Buffer.from(Buffer.from(cursor, 'base64url').toString().slice(0, -'_01234567'.length)).toString(
    'base64url',
  )
  const [next, afterFormer] = [await read(cursor), await read(former)]
  assert.equal(next.status, 200, next.text)
  assert.deepEqual(afterFormer.body.data, next.body.data)
  const at = cursor.length - 20
  const altered = await read(`${cursor.slice(0, at)}${cursor[at] === 'x' ? 'y' : 'x'}${cursor.slice(at + 1)}`)
  assert.deepEqual([altered.status, altered.body.details.map(({ path }) => path)], [400, ['after']])
})

/** Ids: converting a uuid to its text form and back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { idFromUuid, newId, uuidFromId } from '#server/base/ids.ts'

/** Examples from the TypeID specification. */
const PUBLISHED: [string, string][] = [
  ['00000000-0000-0000-0000-000000000000', '00000000000000000000000000'],
  ['00000000-0000-0000-0000-000000000001', '00000000000000000000000001'],
  ['00000000-0000-0000-0000-00000000000a', '0000000000000000000000000a'],
  ['00000000-0000-0000-0000-000000000010', '0000000000000000000000000g'],
  ['00000000-0000-0000-0000-000000000020', '00000000000000000000000010'],
  ['ffffffff-ffff-ffff-ffff-ffffffffffff', '7zzzzzzzzzzzzzzzzzzzzzzzzz'],
  ['0110c853-1d09-52d8-d73e-1194e95b5f19', '0123456789abcdefghjkmnpqrs'],
  ['01890a5d-ac96-774b-bcce-b302099a8057', '01h455vb4pex5vsknk084sn02q'],
]

test('IDs match the published examples in both directions', () => {
  for (const [uuid, text] of PUBLISHED) {
    assert.equal(idFromUuid('unit', uuid), `unit_${text}`)
    assert.equal(uuidFromId('unit', `unit_${text}`), uuid)
  }
})

test('every UUID can be read back from its ID, and IDs sort as their UUIDs do', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), (one, other) => {
      assert.equal(uuidFromId('lease', idFromUuid('lease', one)), one)
      assert.equal(one < other, idFromUuid('lease', one) < idFromUuid('lease', other))
    }),
  )
})

test('a new ID is that of a version 7 UUID, stamped with its time', () => {
  const now = Date.parse('2096-03-04T05:06:07.890Z')
  const made = Array.from({ length: 2_000 }, (_, index) => uuidFromId('unit', newId('unit', now + index)) as string)
  for (const [index, uuid] of made.entries()) {
    assert.match(uuid, /^[0-9a-f]{8}-[0-9a-f]{4}-7000-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.equal(Number.parseInt(uuid.slice(0, 13).replace('-', ''), 16), now + index)
  }
  // Every random bit is set in some and not in others.
  const tails = made.map(uuid => BigInt(`0x${uuid.slice(19).replaceAll('-', '')}`))
  const [all, none] = [tails.reduce((sum, tail) => sum | tail), tails.reduce((sum, tail) => sum & tail)]
  assert.equal(all, 0xbfff_ffff_ffff_ffffn)
  assert.equal(none, 0x8000_0000_0000_0000n)
})

test('text that is not an ID of the given kind has no UUID', () => {
  const good = '01h455vb4pex5vsknk084sn02q'
  for (const text of ['', 'unit_', good, `lease_${good}`, `unit_${good}0`, `unit_${good.slice(1)}`, `unit_${good}\n`]) {
    assert.equal(uuidFromId('unit', text), undefined)
  }
  // More than 128 bits, and letters that the alphabet leaves out.
  for (const text of ['8zzzzzzzzzzzzzzzzzzzzzzzzz', ...[...'iloué'].map(letter => good.slice(0, 25) + letter)]) {
    assert.equal(uuidFromId('unit', `unit_${text}`), undefined)
  }
})

test('IDs sort in the order they were created in one process, even within a millisecond and when the clock steps back', () => {
  const made = [1_000, 1_000, 1_001, 900, ...Array.from({ length: 5_000 }, () => 1_001)].map(ms => newId('unit', ms))
  assert.deepEqual(made, made.toSorted())
  assert.equal(new Set(made).size, made.length)
})

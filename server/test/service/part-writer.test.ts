/** Parts of an output become one JSON object, however the output was divided. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { PartWriter } from '#server/http/part-writer.ts'

function write(fields: string[], parts: object[]): string {
  const writer = new PartWriter(fields)
  return parts.map(part => writer.add(part)).join('') + writer.end()
}

const value = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.record({ deep: fc.string() }))
const name = fc.string().filter(text => text !== '__proto__')
const fieldsOf = fc.uniqueArray(fc.tuple(name, fc.oneof(value, fc.array(value))), { selector: ([field]) => field })

test('any object, divided anywhere, is written correctly', () => {
  fc.assert(
    fc.property(
      fieldsOf.filter(fields => fields.length > 0),
      fc.infiniteStream(fc.nat(3)),
      (fields, sizes) => {
        const parts: object[] = [{}]
        for (const [field, whole] of fields) {
          if (!Array.isArray(whole)) {
            if (sizes.next().value === 0) Object.assign(parts.at(-1) as object, { [field]: whole })
            else parts.push({ [field]: whole })
            continue
          }
          for (let rest = whole, isFirst = true; isFirst || rest.length > 0; isFirst = false) {
            const size = sizes.next().value as number
            parts.push({ [field]: rest.slice(0, size) })
            rest = rest.slice(size)
          }
        }
        const ordered = parts.every(part => Object.keys(part).every(field => !/^\d+$/.test(field)))
        fc.pre(ordered)
        const text = write(
          fields.map(([field]) => field),
          parts,
        )
        assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(Object.fromEntries(fields))))
      },
    ),
  )
})

test('parts that would not form the promised object are a fault, not a reply', () => {
  assert.throws(() => write(['a', 'rows'], [{ a: 1 }]), /without rows/)
  assert.throws(() => write(['a'], [{ a: 1, b: 2 }]), /b does not belong/)
  assert.throws(() => write(['a', 'rows'], [{ a: 1 }, { a: 2 }]), /a does not belong/)
  assert.throws(() => write(['a', 'rows'], [{ rows: [] }, { a: 1 }, { rows: [1] }]), /rows does not belong/)
})

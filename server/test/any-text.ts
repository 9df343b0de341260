/**
 * Random text of any code points. `fc.string({ unit: 'binary' })` draws the same text, but builds a table of all 1.1 million of them first, which takes a
 * second of processor time and 100 MB.
 */
import fc from 'fast-check'

/** Halves of surrogate pairs, which are not characters by themselves. */
const HALVES = { from: 0xd800, count: 0x800 }

export const ANY_CHARACTER = fc.nat(0x10ffff - HALVES.count).map(
  index => String.fromCodePoint(index < HALVES.from ? index : index + HALVES.count),
  text => indexOf(String(text)),
)

export function anyText({ maxLength }: { maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ unit: ANY_CHARACTER, ...(maxLength !== undefined && { maxLength }) })
}

/** The inverse, by which names such as `__proto__` are recognized as text that can be drawn. */
function indexOf(text: string): number {
  const point = text.codePointAt(0) ?? 0
  return point < HALVES.from ? point : point - HALVES.count
}

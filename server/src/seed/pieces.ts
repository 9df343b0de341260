/** Cuts a portfolio into pieces that one transaction writes: a few properties, or some units of a property that is too large. */
import type { SeedProperty, SeedUnit } from './records.ts'

export type Piece = {
  property: SeedProperty
  units: SeedUnit[]
  isFirst: boolean
  isLast: boolean
}

/** Pieces of at most `most` units, and a first piece as soon as there are `first` units. A piece with part of a property has no other property. */
export function* piecesOf(
  properties: Iterable<SeedProperty>,
  { first, most }: { first: number; most: number },
): Generator<Piece[], void> {
  let pieces: Piece[] = []
  let units = 0
  let isFirst = true
  for (const property of properties) {
    const count = property.units.length
    if (units > 0 && (units + count > most || (isFirst && units >= first))) {
      yield pieces
      pieces = []
      units = 0
      isFirst = false
    }
    if (count > most) {
      for (let start = 0; start < count; start += most) {
        const isLast = start + most >= count
        yield [{ property, units: property.units.slice(start, start + most), isFirst: start === 0, isLast }]
      }
      continue
    }
    pieces.push({ property, units: property.units, isFirst: true, isLast: true })
    units += count
  }
  if (pieces.length > 0) yield pieces
}

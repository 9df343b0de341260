/** The table of places: ZIP codes and area codes match the city, and rents rise with the number of rooms. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseMarkets } from '#server/seed/places.ts'
import { createRandom } from '#server/seed/random.ts'

const everyPlace = chooseMarkets(createRandom('everywhere'), 1_000)

test('every ZIP code belongs to its state and to one city only', () => {
  const codes = everyPlace.flatMap(place => place.postalCodes)
  assert.equal(new Set(codes).size, codes.length)
  for (const { state, postalCodes } of everyPlace) {
    for (const code of postalCodes) {
      assert.match(code, /^\d{5}$/)
      assert.match(code, ZIP_PREFIXES[state]!, state)
    }
  }
})

test('every place has an area code and five rents, each above the one before', () => {
  assert.ok(everyPlace.length >= 40)
  for (const { areaCode, typicalRents } of everyPlace) {
    assert.match(areaCode, /^[2-9]\d\d$/)
    assert.equal(typicalRents.length, 5)
    assert.deepEqual(
      typicalRents,
      typicalRents.toSorted((a, b) => a - b),
    )
  }
})

test('a manager’s properties are in different cities, mostly near one another', () => {
  let neighbors = 0
  for (let seed = 0; seed < 100; seed++) {
    const markets = chooseMarkets(createRandom(`markets ${seed}`), 3)
    assert.equal(new Set(markets).size, 3)
    if (markets[0]!.region === markets[1]!.region) neighbors++
  }
  assert.ok(neighbors > 40, `${neighbors} of 100`)
})

/** The Postal Service's three-digit prefixes for the states in the table. */
const ZIP_PREFIXES: Record<string, RegExp> = {
  AL: /^3[56]/,
  AZ: /^8[56]/,
  CA: /^9[0-6]/,
  CO: /^8[01]/,
  FL: /^3[2-4]/,
  GA: /^(3[01]|39[89])/,
  ID: /^83[2-8]/,
  IL: /^6[0-2]/,
  IN: /^4[67]/,
  MD: /^2(0[6-9]|1)/,
  MI: /^4[89]/,
  MN: /^5(5|6[0-7])/,
  MO: /^6[3-5]/,
  NC: /^2[78]/,
  NM: /^8(7|8[0-4])/,
  NV: /^89/,
  OH: /^4[3-5]/,
  OK: /^7[34]/,
  OR: /^97/,
  PA: /^1([5-8]|9[0-6])/,
  SC: /^29/,
  TN: /^3(7|8[0-5])/,
  TX: /^7[5-9]/,
  UT: /^84/,
  VA: /^2([23]|4[0-6])/,
  WA: /^9(8|9[0-4])/,
  WI: /^5[34]/,
}

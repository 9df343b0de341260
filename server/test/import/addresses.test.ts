/** How a property cell is split into name and address. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { parseProperty, streetKey } from '#server/import/read/addresses.ts'

type Parts = [name: string, addressLine?: string, city?: string, state?: string, postalCode?: string]

const CASES: [string, Parts][] = [
  ['Maple Court - 120 Maple Ave Columbus, OH 43215', ['Maple Court', '120 Maple Ave', 'Columbus', 'OH', '43215']],
  ['1234 Elm St Austin, TX 78701', ['1234 Elm St', '1234 Elm St', 'Austin', 'TX', '78701']],
  ['1234 Elm St - 1234 Elm St Austin, TX 78701', ['1234 Elm St', '1234 Elm St', 'Austin', 'TX', '78701']],
  [
    'Oak - North Building - 1400 Oak St Suite 200 St Louis, MO 63101',
    ['Oak - North Building', '1400 Oak St Suite 200', 'St Louis', 'MO', '63101'],
  ],
  [
    'chadron - 14105 - 14137 Chadron Ave Hawthorne, CA 90250',
    ['chadron', '14105 - 14137 Chadron Ave', 'Hawthorne', 'CA', '90250'],
  ],
  [
    '14105 - 14137 Chadron Ave Hawthorne, CA 90250',
    ['14105 - 14137 Chadron Ave', '14105 - 14137 Chadron Ave', 'Hawthorne', 'CA', '90250'],
  ],
  ['A - 9 Cedar Ln Apt B New Albany, OH 43054-1234', ['A', '9 Cedar Ln Apt B', 'New Albany', 'OH', '43054-1234']],
  ['A - 12 Oak St St Louis, MO 63101', ['A', '12 Oak St', 'St Louis', 'MO', '63101']],
  ['A - 120 St Clair Ave Columbus, OH 43215', ['A', '120 St Clair Ave', 'Columbus', 'OH', '43215']],
  ['A - 500 Court St Salem, OR 97301', ['A', '500 Court St', 'Salem', 'OR', '97301']],
  ['A - 10 Park Place Dr Austin, TX 78701', ['A', '10 Park Place Dr', 'Austin', 'TX', '78701']],
  ['A - 501 3rd Ave NE Fort Lauderdale, FL 33301', ['A', '501 3rd Ave NE', 'Fort Lauderdale', 'FL', '33301']],
  ['A - 12 Oak St Point Pleasant, WV 25550', ['A', '12 Oak St', 'Point Pleasant', 'WV', '25550']],
  ['A - 1200 Highway 71 Austin, TX 78701', ['A', '1200 Highway 71', 'Austin', 'TX', '78701']],
  ['A - 77 El Camino San Diego, CA 92101', ['A', '77 El Camino', 'San Diego', 'CA', '92101']],
  ['A - 120 Maple Ave, Suite 2, Columbus, OH 43215', ['A', '120 Maple Ave, Suite 2', 'Columbus', 'OH', '43215']],
  ['A - 120 Maple Ave #4 Columbus, oh 43215', ['A', '120 Maple Ave #4', 'Columbus', 'OH', '43215']],
  ['A - 120 Maple Ave, Columbus, Ohio 43215', ['A', '120 Maple Ave', 'Columbus', 'OH', '43215']],
  ['1 Main St, New York, New York, 10001', ['1 Main St', '1 Main St', 'New York', 'NY', '10001']],
  ['Cedar House, 5 Cedar Ln, Akron, OH 44301', ['Cedar House', '5 Cedar Ln', 'Akron', 'OH', '44301']],
  ['Building A, 120-130 Maple Ave Columbus, OH 43215', ['Building A', '120-130 Maple Ave', 'Columbus', 'OH', '43215']],
  ['Elm Place, 8 Elm St, Akron, OH, 44301, US', ['Elm Place', '8 Elm St', 'Akron', 'OH', '44301']],
  ['8 Elm St, Akron, OH 44301, United States', ['8 Elm St', '8 Elm St', 'Akron', 'OH', '44301']],
  ['Cedar House, 5 Cedar Ln', ['Cedar House, 5 Cedar Ln']],
  [
    'Old Mill Rd, 5th Floor, Akron, OH 44301',
    ['Old Mill Rd, 5th Floor', 'Old Mill Rd, 5th Floor', 'Akron', 'OH', '44301'],
  ],
  ['The Lofts, Georgia', ['The Lofts, Georgia']],
  ['Maple Court - 120 Maple Ave', ['Maple Court', '120 Maple Ave']],
  ['Lakeview - Old Mill Rd Columbus, OH 43215', ['Lakeview', 'Old Mill Rd', 'Columbus', 'OH', '43215']],
  ['Maple Court', ['Maple Court']],
  ['Oak - North', ['Oak - North']],
  ['The 400', ['The 400']],
]

for (const [text, [name, addressLine, city, state, postalCode]] of CASES) {
  test(`the property “${text}” is split into its parts`, () => {
    assert.deepEqual(parseProperty(text), {
      name,
      address_line: addressLine,
      city,
      state,
      postal_code: postalCode,
    })
  })
}

test('a street is the same however its words are abbreviated, and another number or direction is another one', () => {
  for (const line of ['120 N Maple Avenue', '120 North Maple Ave.', '120 N. MAPLE AVE']) {
    assert.equal(streetKey(line), streetKey('120 N Maple Ave'), line)
  }
  for (const line of ['121 N Maple Ave', '120 S Maple Ave', '120 N Maple St', '120 N Maple Ave Apt 2']) {
    assert.notEqual(streetKey(line), streetKey('120 N Maple Ave'), line)
  }
})

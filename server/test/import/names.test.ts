/** Names as rent rolls write them, and several people in one cell. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { notesIn, parseResidents } from '#server/import/read/names.ts'

const CASES: [string, string[]][] = [
  ['John Smith', ['John|Smith']],
  ['Smith, John', ['John|Smith']],
  ['Smith, John A.', ['John A.|Smith']],
  ['Smith Jones, Mary', ['Mary|Smith Jones']],
  ['De La Cruz, Ana Maria', ['Ana Maria|De La Cruz']],
  ['John Smith, Jane Smith', ['John|Smith', 'Jane|Smith']],
  ['John Smith, Jr.', ['John|Smith Jr.']],
  ['John Q. Smith III', ['John Q.|Smith III']],
  ['Smith, John Q., Jr.', ['John Q.|Smith Jr.']],
  ['García-López III, Mary Ann', ['Mary Ann|García-López III']],
  ['John Smith Jr., Mary Ann Doe', ['John|Smith Jr.', 'Mary Ann|Doe']],
  ['Smith, Jr., John', ['John|Smith Jr.']],
  ['Sample, Jane; Sample, John III', ['Jane|Sample', 'John|Sample III']],
  ['John Smith, Jane Doe, Bo Fir', ['John|Smith', 'Jane|Doe', 'Bo|Fir']],
  ['Smith, John, Doe, Jane', ['John|Smith', 'Jane|Doe']],
  ['Smith, John, Jane Doe', ['John|Smith', 'Jane|Doe']],
  ['Smith, John; Doe, Jane', ['John|Smith', 'Jane|Doe']],
  ['Smith, John\nJane Doe', ['John|Smith', 'Jane|Doe']],
  ['John & Jane Smith', ['John|Smith', 'Jane|Smith']],
  ['John A. & Jane Smith', ['John A.|Smith', 'Jane|Smith']],
  ['John Smith and Jane Doe', ['John|Smith', 'Jane|Doe']],
  ['Smith, John & Jane', ['John|Smith', 'Jane|Smith']],
  ['Smith, John and Jane B.', ['John|Smith', 'Jane B.|Smith']],
  ['Smith, John & Doe, Jane', ['John|Smith', 'Jane|Doe']],
  ['John Smith, Jane Smith & Bo Fir', ['John|Smith', 'Jane|Smith', 'Bo|Fir']],
  ['Sandy Anderson', ['Sandy|Anderson']],
  ['Ludwig van der Berg', ['Ludwig|van der Berg']],
  ['Maria De La Cruz', ['Maria|De La Cruz']],
  ['Cher', ['|Cher']],
  ['Acme, LLC', ['|Acme, LLC']],
  ['Smith & Sons Inc.', ['|Smith & Sons Inc.']],
  ['Smith & Sons LLC; Ann Elm', ['|Smith & Sons LLC', 'Ann|Elm']],
  ['Ann Elm 330-555-0100', ['Ann|Elm']],
  ['Ann Elm, cell: (330) 555-0100 x12', ['Ann|Elm']],
  ['Elm, Ann M 330.555.0100', ['Ann M|Elm']],
  ['Ann 330-555-0100 & Bo Elm 330-555-0101', ['Ann|Elm', 'Bo|Elm']],
  ['Ann Elm h: +1 330 555 0100, ann@example.com 330-555-0101', ['Ann|Elm']],
  ['Elm & Fir, PLLC', ['|Elm & Fir, PLLC']],
  ['Smith & Sons Plumbing', ['|Smith & Sons Plumbing']],
  ['Ann Elm & Associates', ['|Ann Elm & Associates']],
  ['City of Akron', ['|City of Akron']],
  ['AT&T', ['|AT&T']],
  ['John Smith / Jane Doe', ['John|Smith', 'Jane|Doe']],
  ['Smith, John/Doe, Jane', ['John|Smith', 'Jane|Doe']],
  ['John/Jane Smith', ['John|Smith', 'Jane|Smith']],
  ['García/López, Ana', ['Ana|García/López']],
  ['John Smith + Jane Doe', ['John|Smith', 'Jane|Doe']],
  ['Smith, John (t0012345)', ['John|Smith']],
  ['John Smith (Primary); Jane Doe (Guarantor)', ['John|Smith', 'Jane|Doe']],
  ['** Smith, John **', ['John|Smith']],
  ['John Smith and family', ['John|Smith']],
  ['Smith, John, et al.', ['John|Smith']],
  ['John Smith c/o Jane Doe', ['John|Smith']],
  ['Smith, John - t0012345', ['John|Smith']],
  ['Acme LLC (dba Oak Nails)', ['|Acme LLC (dba Oak Nails)']],
  ['Oak/Elm Bakery', ['|Oak/Elm Bakery']],
  ['Ana Diaz/Ben Cole', ['Ana|Diaz', 'Ben|Cole']],
  ['Ash & Fir Hair Salon', ['|Ash & Fir Hair Salon']],
  ['Law Offices of Elm & Fir', ['|Law Offices of Elm & Fir']],
  ['Elm Family Dentistry, P.C.', ['|Elm Family Dentistry, P.C.']],
  ['Kitchen, Ann', ['Ann|Kitchen']],
  ['Ann Elm/Bo Banks', ['Ann|Elm', 'Bo|Banks']],
  ['Pub, Ann', ['Ann|Pub']],
  ['Manager - Sue Price (free rent)', ['Sue|Price']],
  ['Section 8: Ann Elm', ['Ann|Elm']],
  ['Parking - Smith', ['|Smith']],
  ['Parker - Smith, Ann', ['Ann|Parker - Smith']],
  ['(John Smith)', ['(John|Smith)']],
  [' , ; ', []],
]

for (const [cell, people] of CASES) {
  test(`the residents in ${JSON.stringify(cell)} are ${people.join(' and ') || 'none'}`, () => {
    assert.deepEqual(
      parseResidents(cell).map(({ first_name: firstName, last_name: lastName }) => `${firstName}|${lastName}`),
      people,
    )
  })
}

test('the notes on residents are found, because they are not imported', () => {
  const cell = '** Ann Elm (Guarantor); Fir, Bo et al.; Cy Oak - t0012345\nAcme LLC (dba Oak Nails); Di Ash; (Ed Yew)'
  assert.deepEqual(notesIn(cell), ['**', '(Guarantor)', 'et al.', '- t0012345'])
})

test('a line of a cell of names that is nothing but a note is no resident', () => {
  const lines = [
    ...[
      '(Sect. 8)',
      'Section 8',
      'HUD',
      '614-555-0102',
      'c: (614) 555-0102',
      '2 cats',
      '+1 child',
      'NTV 3/31',
      'EVICTION',
    ],
    ...['Lease: 12mo', 'vacating 3/31/26', 'Emergency: Mom 614-555-0000', '*', '-', 'guarantor', 'N/A', 'none', 'TBD'],
  ]
  for (const line of lines) {
    const cell = `Dee Oak\n${line}`
    assert.deepEqual(parseResidents(cell), [{ first_name: 'Dee', last_name: 'Oak', email: undefined }], line)
    assert.deepEqual(notesIn(cell), [line])
    assert.equal(parseResidents(`${line}; Dee Oak; Bo Elm`).length, 2, line)
  }
  assert.equal(parseResidents('Dee Oak\n24 Hour Fitness LLC\n(Ed Yew)').length, 3)
  for (const note of ['[HCV]', '- HCV', '#2', 'NTV 3/31', 'moving out 3/31/26', 'm/o 4/30']) {
    assert.deepEqual(parseResidents(`Dee Oak ${note}`), [{ first_name: 'Dee', last_name: 'Oak', email: undefined }])
    assert.deepEqual(notesIn(`Dee Oak ${note}`), [note])
  }
})

test('an email address on a line of its own is that of the resident', () => {
  const emails = (cell: string) => parseResidents(cell).map(({ last_name, email }) => [last_name, email])
  assert.deepEqual(emails('Dee Oak\ndee@example.com'), [['Oak', 'dee@example.com']])
  assert.deepEqual(emails('Ann Elm; Bo Fir; ann@example.com; bo@example.com'), [
    ['Elm', 'ann@example.com'],
    ['Fir', 'bo@example.com'],
  ])
  assert.deepEqual(emails('Ann Elm\nBo Fir\nann@example.com'), [
    ['Elm', 'ann@example.com'],
    ['Fir', undefined],
  ])
})

test('a name may carry its email address in angle brackets', () => {
  assert.deepEqual(parseResidents('Ben Alder <ben@example.com>; Cora Birch'), [
    { first_name: 'Ben', last_name: 'Alder', email: 'ben@example.com' },
    { first_name: 'Cora', last_name: 'Birch', email: undefined },
  ])
})

test('one comma is always Last, First in a system that writes names in this order', () => {
  const named = (cell: string) =>
    parseResidents(cell, 'LAST_FIRST').map(({ first_name: first, last_name: last }) => `${first}|${last}`)
  assert.deepEqual(named('García Márquez, Ana María'), ['Ana María|García Márquez'])
  assert.deepEqual(named('García Márquez, Ana María & José'), ['Ana María|García Márquez', 'José|García Márquez'])
})

test('what QuickBooks writes in front of a customer is not part of the name', () => {
  const cases: [string, string[], string[]][] = [
    ['Maple Court:Ann Elm', ['Ann Elm'], ['Maple Court:']],
    ['Maple Court:Building A:Elm, Ann', ['Ann Elm'], ['Maple Court:Building A:']],
    ['Maple Court:Oak Bakery LLC', [' Oak Bakery LLC'], ['Maple Court:']],
    ['3:16 Ministries', [' 3:16 Ministries'], []],
    ['101 - Ann Elm', ['Ann Elm'], ['101 -']],
    ['Maple Court:101 - Elm, Ann & Bo', ['Ann Elm', 'Bo Elm'], ['Maple Court:', '101 -']],
    ['Apt 3-B: Émile Roy', ['Émile Roy'], ['Apt 3-B:']],
    ['#B-12 – Ann Elm', ['Ann Elm'], ['#B-12 –']],
    ['24-7 Fitness', [' 24-7 Fitness'], []],
    ['Elm-Roy, Ann', ['Ann Elm-Roy'], []],
    ['Ann Elm <ann@example.com>', ['Ann Elm'], []],
  ]
  for (const [cell, names, notes] of cases) {
    assert.deepEqual(
      parseResidents(cell).map(({ first_name, last_name }) => `${first_name} ${last_name}`),
      names,
      cell,
    )
    assert.deepEqual(notesIn(cell), notes, cell)
  }
})

test('an e-mail address behind a name is that of the resident, with or without angle brackets', () => {
  for (const text of ['Ann Elm ann@example.com', 'Elm, Ann <ann@example.com>', 'Ann Elm, ann@example.com'])
    assert.deepEqual(parseResidents(text), [{ first_name: 'Ann', last_name: 'Elm', email: 'ann@example.com' }], text)
  assert.deepEqual(notesIn('Ann Elm 330-555-0100'), ['330-555-0100'])
})

test('the marks of offices are notes, and residents may be separated in other ways', () => {
  const cases: [string, string[], string[]][] = [
    ['EVICTION *** Bo Fir', ['Bo Fir'], ['EVICTION ***']],
    ['(LEGAL) - Bo Fir', ['Bo Fir'], ['(LEGAL) -']],
    ['Bo Fir *** EVICTION FILED 3/1/26', ['Bo Fir'], ['*** EVICTION FILED 3/1/26']],
    ['Bo Fir **NTV**', ['Bo Fir'], ['**NTV**']],
    ['Bo Fir EVICTION', ['Bo Fir'], ['EVICTION']],
    ['Notice - Bo Fir', ['Bo Fir'], ['Notice -']],
    ['SECTION 8/Bo Fir', ['Bo Fir'], ['SECTION 8/']],
    ['Mr. & Mrs. Fir', [' Fir'], ['Mr. & Mrs.']],
    ['Bo Fir, Tenant; Al Poe, Guarantor', ['Bo Fir', 'Al Poe'], [', Tenant', ', Guarantor']],
    ['Bo Fir & Co-signer Al Poe', ['Bo Fir', 'Al Poe'], ['Co-signer']],
    ['Bo Fir (occupant: Al Poe)', ['Bo Fir'], ['(occupant: Al Poe)']],
    ['Bo Fir, 2 kids', ['Bo Fir'], [', 2 kids']],
    ['Bo Fir + 1', ['Bo Fir'], ['+ 1']],
    ['Bo Fir w/ Al Poe', ['Bo Fir', 'Al Poe'], []],
    ['Bo Fir|Al Poe', ['Bo Fir', 'Al Poe'], []],
    ['Bo Fir\\Al Poe', ['Bo Fir', 'Al Poe'], []],
    ['Bo Fir - Mary Jones', ['Bo Fir', 'Mary Jones'], []],
    ['Fir Jr, Bo & Ann', ['Bo Fir Jr', 'Ann Fir'], []],
    ['Wells Fargo, N.A.', [' Wells Fargo, N.A.'], []],
  ]
  for (const [cell, names, notes] of cases) {
    const people = parseResidents(cell).map(({ first_name, last_name }) => `${first_name} ${last_name}`)
    assert.deepEqual([people, notesIn(cell)], [names, notes], cell)
  }
})

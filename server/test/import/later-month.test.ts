/** The report of the next month says who has moved out, and who has come instead. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { everyRow, fileOf } from './imported.ts'
import { findingsIn, importLayout, useWorldInMay } from './layouts.ts'
import { shownOn } from './shown.ts'

const world = useWorldInMay()
before(() => world.clock.advance(25 * 24 * 60 * 60 * 1_000))

/** A report of OneSite with these rows, with or without the IDs of leases. */
function onesite(day: string, hasLeaseIds: boolean, rows: readonly string[]): string {
  const header =
    'Resh ID,Lease ID,Bldg/Unit,Unit/Lease Status,Name,Move-In,Move-Out,Lease Start,Lease End,Dep On Hand,Balance,Lease Rent,RENT'
  const without = (row: string) => row.split(',').toSpliced(1, 1).join(',')
  const lines = [header, ...rows].map(row => (hasLeaseIds ? row : without(row)))
  return fileOf(`Quarry Mill\nRENT ROLL DETAIL\nAs of ${day}\n${lines.join('\n')}\n`)
}

const MAY = [
  '1,91,101,Occupied-NTVL,Ann Elm,7/4/2024,5/15/2026,7/4/2025,5/15/2026,500,0,1300,1300',
  '2,92,101,Applicant,Bo Fir,5/20/2026,,5/20/2026,5/19/2027,0,0,1400,1400',
  '3,93,102,Occupied,Cy Oak,7/4/2024,,7/4/2025,7/3/2026,400,900,1200,1200',
  '4,94,103,Occupied,Di Ash,7/4/2024,,7/4/2025,7/3/2026,0,0,1100,1100',
  '5,95,104,Occupied,Ed Yew,7/4/2024,,7/4/2025,7/3/2026,300,0,1000,1000',
]
const JUNE = [
  '2,92,101,Occupied,Bo Fir,5/20/2026,,5/20/2026,5/19/2027,300,0,1400,1400',
  '1,91,101,Former resident,Ann Elm,7/4/2024,5/17/2026,7/4/2025,5/15/2026,0,75.5,0,0',
  ',,102,Vacant,,,,,,0,0,0,0',
  '3,93,102,Former resident,Cy Oak,7/4/2024,5/18/2026,7/4/2025,7/3/2026,0,2100,0,0',
  '4,94,103,Former resident,Di Ash,7/4/2024,5/21/2026,7/4/2025,7/3/2026,0,0,0,0',
  '6,96,103,Occupied,Fay Ivy,5/28/2026,,5/28/2026,5/27/2027,100,0,1150,1150',
  ',,104,Vacant,,,,,,0,0,0,0',
]

for (const hasLeaseIds of [true, false]) {
  test(`a former resident of OneSite has moved out on the day that the file states, ${hasLeaseIds ? 'with' : 'without'} IDs of leases`, async () => {
    const organization = await world.organization()
    const imported = (day: string, rows: readonly string[]) =>
      importLayout(world, organization, onesite(day, hasLeaseIds, rows), ['Quarry Mill'])
    assert.deepEqual(findingsIn(await imported('05/01/2026', MAY)), [])
    const outcome = await imported('06/01/2026', JUNE)
    assert.deepEqual([outcome.written, findingsIn(outcome), outcome.movedOut], [true, [], 0])
    assert.deepEqual(
      outcome.reported.first.map(({ line, message }) => `${line} ${message.replace(/ An import .*/, '')}`),
      [
        '5 The deposit held is $0.00 in Gatehouse and $300.00 in the file.',
        '6 The deposit held for Ann Elm is $500.00 in Gatehouse and $0.00 in the file.',
        '6 The balance for Ann Elm is $0.00 in Gatehouse and $75.50 in the file.',
        '8 The deposit held for Cy Oak is $400.00 in Gatehouse and $0.00 in the file.',
        '8 The balance for Cy Oak is $900.00 in Gatehouse and $2,100.00 in the file.',
        '11 No longer in the file: Ed Yew. The unit is vacant unrented in the file. Choose “Move out residents who are no longer on the rent roll” (--close-missing) to move them out on 2026-05-31.',
      ],
    )
    assert.deepEqual(await shownOn(world, organization, '2026-06-01'), [
      [
        'Quarry Mill / 101: CURRENT',
        '  before 2025-07-04 to 2026-05-15: Ann Elm; in 2024-07-04; out 2026-05-17; RENT 1300; holds Deposit 500; owes 0',
        '  now 2026-05-20 to 2027-05-19: Bo Fir; in 2026-05-20; RENT 1400; holds 0; owes 0',
      ].join('\n'),
      [
        'Quarry Mill / 102: VACANT_UNRENTED',
        '  before 2025-07-04 to 2026-07-03: Cy Oak; in 2024-07-04; out 2026-05-18; RENT 1200; holds Deposit 400; owes 900',
      ].join('\n'),
      [
        'Quarry Mill / 103: CURRENT',
        '  before 2025-07-04 to 2026-07-03: Di Ash; in 2024-07-04; out 2026-05-21; RENT 1100; holds 0; owes 0',
        '  now 2026-05-28 to 2027-05-27: Fay Ivy; in 2026-05-28; RENT 1150; holds Deposit 100; owes 0',
      ].join('\n'),
      [
        'Quarry Mill / 104: CURRENT',
        '  now 2025-07-04 to 2026-07-03: Ed Yew; in 2024-07-04; RENT 1000; holds Deposit 300; owes 0',
      ].join('\n'),
    ])
    const charges = await world.sql(
      `select count(*)::int as stored from lease_charges c join leases l on l.organization_id = $1 and l.id = c.lease_id
        where c.organization_id = $1 and (c.amount_cents = 0 or c.effective_to is distinct from l.move_out_date)`,
      [organization.id],
    )
    assert.deepEqual(charges, [{ stored: 0 }])
    const rows = await everyRow(world, organization)
    const again = await imported('06/01/2026', JUNE)
    assert.deepEqual([again.unchanged, await everyRow(world, organization)], [again.rows, rows])
  })
}

test('a lease of Buildium that has ended makes room for the next one, whether or not it still holds a deposit', async () => {
  const organization = await world.organization()
  const imported = (day: string, ...rows: string[]) => {
    const header = 'Unit,Tenants,Lease Start,Lease End,Rent,Recurring Charges,Deposits Held,Balance Due'
    const file = fileOf(`As of ${day}\n12 Sample Street\n${header}\n${rows.join('\n')}\n`)
    return importLayout(world, organization, file, ['12 Sample Street'])
  }
  const old = (unit: number, name: string, deposit: number) =>
    `${unit},${name},6/1/2025,5/20/2026,1000,1000,${deposit},0`
  const next = (unit: number, name: string) => `${unit},${name},5/25/2026,5/24/2027,1050,1050,0,0`
  await imported('5/1/2026', old(1, 'Ann Elm', 1000), next(1, 'Bo Fir'), old(2, 'Cy Oak', 0))
  const outcome = await imported(
    '6/1/2026',
    ...[old(1, 'Ann Elm', 1000), next(1, 'Bo Fir'), old(2, 'Cy Oak', 0), next(2, 'Di Ash')],
  )
  assert.deepEqual([outcome.written, findingsIn(outcome), outcome.reported.first], [true, [], []])
  assert.deepEqual(
    (await shownOn(world, organization, '2026-06-01')).map(unit => unit.replaceAll(/:[^\n]*: |;[^\n]*/g, ': ')),
    [
      '12 Sample Street / 1: CURRENT\n  before 2025-06-01 to 2026-05-20: Ann Elm: \n  now 2026-05-25 to 2027-05-24: Bo Fir: ',
      '12 Sample Street / 2: CURRENT\n  before 2025-06-01 to 2026-05-20: Cy Oak: \n  now 2026-05-25 to 2027-05-24: Di Ash: ',
    ],
  )
})

test('an older report does not contradict a lease that was signed after its day', async () => {
  const organization = await world.organization()
  const imported = (day: string, ...rows: string[]) =>
    importLayout(world, organization, onesite(day, true, rows), ['Quarry Mill'], { closeMissing: true })
  const vacant = ',,101,Vacant,,,,,,0,0,0,0'
  const comes = '1,91,101,Applicant,Ann Elm,6/4/2026,,6/4/2026,6/3/2027,0,0,1300,1300'
  const lives = '2,92,102,Occupied,Bo Fir,5/20/2026,,5/20/2026,5/19/2027,0,0,1400,1400'
  await imported('06/01/2026', vacant, comes, lives)
  const rows = () => everyRow(world, organization).then(all => all.filter(row => row.startsWith('leases ')))
  const stored = await rows()
  const outcome = await imported('05/01/2026', vacant, ',,102,Vacant,,,,,,0,0,0,0')
  assert.deepEqual([outcome.written, outcome.reported.first], [true, []])
  assert.deepEqual(await rows(), stored)
  const later = await imported('06/02/2026', vacant, lives)
  assert.match(
    later.reported.first[0]?.message ?? '',
    /^The lease of Ann Elm from 2026-06-04 is not in the file: canceled/,
  )
})

test('a resident who has another name now is not taken for another one, and the message says what to do', async () => {
  const organization = await world.organization()
  const imported = (day: string, name: string) =>
    importLayout(
      world,
      organization,
      onesite(day, false, [`,,101,Occupied,${name},7/4/2024,,7/4/2025,7/3/2026,500,0,1300,1300`]),
      ['Quarry Mill'],
      { closeMissing: true },
    )
  await imported('05/01/2026', 'Ann Elm')
  assert.deepEqual(findingsIn(await imported('06/01/2026', 'Ann Elm-Fir')), [
    '5 Tenant row: Ann Elm-Fir in the file may be Ann Elm, who has a lease of the unit from 2025-07-04 in Gatehouse. If they are the same resident, correct the name in the file or in Gatehouse; if not, end that lease in Gatehouse first.',
  ])
  await world.sql(`update residents set last_name = 'Elm-Fir' where organization_id = $1`, [organization.id])
  assert.equal((await imported('06/01/2026', 'Ann Elm-Fir')).unchanged, 1)
})

test('a former resident who moved out on the day of the report is reported with that day', async () => {
  const rows = [
    ',,101,Vacant,,,,,,0,0,0,0',
    '1,91,101,Former resident,Ann Elm,7/4/2024,6/1/2026,7/4/2025,7/3/2026,0,75,0,0',
    '2,92,101,Former resident,Bo Fir,7/4/2022,,7/4/2022,7/3/2023,0,80,0,0',
    '3,93,101,Former resident,Cy Gum,7/4/2021,,7/4/2021,,0,85,0,0',
  ]
  const file = onesite('06/01/2026', true, rows)
  assert.deepEqual(findingsIn(await importLayout(world, await world.organization(), file, ['Quarry Mill'])), [
    '6 Balance value: “Ann Elm” moved out on 2026-06-01 with a balance or a deposit, but that is not before 2026-06-01, the day of the file. Neither is imported. Record them in Gatehouse.',
    '7 Move Out value: “Bo Fir” moved out, but the file does not state when, so the end of the lease, 2023-07-03, is imported. Correct it in Gatehouse if it is wrong.',
    '8 Balance value: “Cy Gum” moved out with a balance or a deposit, but the file does not state when the lease began and ended. Neither is imported. Record them in Gatehouse.',
  ])
})

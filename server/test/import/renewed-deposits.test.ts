/** The row of a renewal often repeats the deposit and the balance of the lease that it renews. They are held and owed once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileOf } from './imported.ts'
import { differencesIn, findingsIn, importLayout, rollLines, useWorldInMay } from './layouts.ts'
import { readText } from './read-all.ts'

const world = useWorldInMay()

const ONESITE = `OneSite Rents v3.0
Oak House
RENT ROLL DETAIL
As of 05/01/2026
Resh ID,Lease ID,Bldg/Unit,Floorplan,SQFT,Unit/Lease Status,Name,Move-In,Move-Out,Lease Start,Lease End,Market + Addl.,Dep On Hand,Balance,Lease Rent,RENT,Total Billing
1,91,101,A1,700,Occupied,"Elm, Ann",06/01/2025,,06/01/2025,05/31/2026,1400,500,-20,1350,1350,1350
1,92,101,A1,700,Pending renewal,"Elm, Ann",06/01/2025,,06/01/2026,05/31/2027,0,500,-20,1390,1390,1390
2,93,102,A1,700,Occupied,"Fir, Bo",06/01/2025,,06/01/2025,05/31/2026,1400,500,0,1350,1350,1350
2,94,102,A1,700,Pending renewal,"Fir, Bo",06/01/2025,,06/01/2026,05/31/2027,0,200,0,1390,1390,1390
3,95,103,A1,700,Occupied,"Ash, Cy",06/01/2025,,06/01/2025,05/31/2026,1400,0,0,1350,1350,1350
3,96,103,A1,700,Pending renewal,"Ash, Cy",06/01/2025,,06/01/2026,05/31/2027,0,300,0,1390,1390,1390
`

for (const [deposits, balance, what] of [
  [2_000, -40, 'include'],
  [1_500, -20, 'leave out'],
] as const) {
  test(`OneSite: a repeated deposit is held once, and one that differs is added and reported, if the totals ${what} what is repeated`, async () => {
    const organization = await world.organization()
    const totals = `Totals:,,,,,,,,,,,4200,${deposits},${balance},8220,8220,8220\n`
    const outcome = await importLayout(world, organization, fileOf(ONESITE + totals), ['Oak House'])
    assert.equal(outcome.written, true)
    assert.deepEqual(
      (await rollLines(world, organization, '2026-05-15')).map(line => line.replace(/: RENT 1350|: 2025.*/g, '')),
      [
        'Oak House 101 CURRENT 1400: Ann Elm: holds 500, owes -20',
        'Oak House 102 CURRENT 1400: Bo Fir: holds 700, owes 0',
        'Oak House 103 CURRENT 1400: Cy Ash: holds 300, owes 0',
      ],
    )
    assert.deepEqual(differencesIn(outcome), [])
    assert.deepEqual(findingsIn(outcome), [
      '7 Deposit value: The deposit of the renewal of “Ann Elm” repeats that of the lease, $500.00, and is counted once.',
      '7 Balance value: The balance of the renewal of “Ann Elm” repeats that of the lease, -$20.00, and is counted once.',
      '9 Deposit value: The deposit of the renewal of “Bo Fir” differs from that of the lease: $500.00 and $200.00 are added up. If one includes the other, correct it.',
    ])
  })
}

const HEADER = 'Property,Unit,Status,Tenant,Rent,Deposit,Balance,Lease From,Lease To'
const NOW = (unit: number, deposit: string, status = 'Current') =>
  `Oak,${unit},${status},Ann Elm,900,${deposit},25,6/1/2025,5/31/2026`
const RENEWAL = (unit: number, deposit: string, balance = '25') =>
  `Oak,${unit},Future,Ann Elm,950,${deposit},${balance},6/1/2026,5/31/2027`

test('other lists: the amounts of a renewal are those of the lease in either order, and are refused if they differ', async () => {
  const rows = [
    [NOW(1, '500'), RENEWAL(1, '500')],
    [RENEWAL(2, '500'), NOW(2, '500')],
    [NOW(3, ''), RENEWAL(3, '500', '')],
    [NOW(4, '500'), RENEWAL(4, '650')],
    [NOW(5, '500'), RENEWAL(5, '500', '30')],
    [NOW(6, '500', 'Notice'), RENEWAL(6, '500')],
  ].flat()
  const { rows: units, problems, end } = await readText([HEADER, ...rows].join('\n'), { asOf: '2026-05-15' })
  assert.deepEqual(
    units.map(({ unit, status, tenancy, renewal, futureTenancies }) => [
      `${unit.label} ${status}`,
      tenancy?.lease.depositCents,
      tenancy?.lease.pastDueCents,
      renewal?.from,
      futureTenancies.map(({ lease }) => [lease.from, lease.depositCents, lease.pastDueCents]),
    ]),
    [
      ['1 CURRENT', 50_000, 2_500, '2026-06-01', []],
      ['2 CURRENT', 50_000, 2_500, '2026-06-01', []],
      ['3 CURRENT', 50_000, 2_500, '2026-06-01', []],
      ['4 CURRENT', 50_000, 2_500, undefined, []],
      ['5 CURRENT', 50_000, 2_500, undefined, []],
      ['6 NOTICE_RENTED', 50_000, 2_500, undefined, [['2026-06-01', 0, 0]]],
    ],
  )
  assert.deepEqual(
    problems.filter(({ leftOut }) => leftOut === 'row').map(({ line, reason }) => [line, reason]),
    [
      [
        9,
        'The same property has this unit on line 8. Their deposits differ: $500.00 and $650.00. The renewal keeps only one of them: if both are held or owed, write the sum in one row, and leave the cell of the other empty. Correct one of the rows, or the unit.',
      ],
      [
        11,
        'The same property has this unit on line 10. Their balances differ: $25.00 and $30.00. The renewal keeps only one of them: if both are held or owed, write the sum in one row, and leave the cell of the other empty. Correct one of the rows, or the unit.',
      ],
    ],
  )
  assert.equal(problems.filter(({ reason }) => reason.includes('is counted once')).length, 3)
  assert.deepEqual([end.sums.depositCents, end.sums.pastDueCents], [300_000, 15_000])
})

/** Lists that offices keep themselves: homes without units, buildings, rent in parts or for other periods, and terms in one cell. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { readText, type WholeRentRoll } from './read-all.ts'

const told = ({ problems }: WholeRentRoll) =>
  problems.map(({ line, column, leftOut, reason }) => `${line} ${column} (${leftOut}): ${reason}`)
const rents = ({ rows }: WholeRentRoll) => rows.map(({ tenancy }) => tenancy?.lease.rentCents)
const places = ({ rows }: WholeRentRoll) =>
  rows.map(({ property, unit }) => `${property.name}, ${property.city ?? '?'}: ${unit.label}`)

test('a list without units has a home in each row, also a vacant one, and its total is not a home', async () => {
  const homes = await readText(
    'Address,City,State,Zip,Tenant,Rent\n120 Maple Ave,Akron,OH,44301,Ann Elm,900\n122 Maple Ave,Akron,OH,44301,,\nTotal,,,,,900\n',
  )
  assert.deepEqual(places(homes), ['120 Maple Ave, Akron: 120 Maple Ave', '122 Maple Ave, Akron: 122 Maple Ave'])
  assert.deepEqual([homes.rows[1]?.status, told(homes), homes.end.differences], ['VACANT_UNRENTED', [], []])
  const bare = await readText('Property,Tenant,Rent\n1 Oak St,Ann Elm,900\n2 Oak St,,\nTotal,,900\n')
  assert.deepEqual(places(bare), ['1 Oak St, ?: 1 Oak St', '2 Oak St, ?: 2 Oak St'])
  await assert.rejects(readText('Property,Status,Rent\nOak,Current,900\n'), /lacks Unit/)
})

test('a vacant home without a unit is not a sum, in whichever column its address is', async () => {
  for (const header of ['Building', 'Address', 'Property Address', 'Property Street']) {
    const roll = await readText(
      `${header},Unit,Tenant,Market Rent,Rent,Lease Status\n1 Oak St,,Ann Elm,950,900,Active\n3 Oak St,,,950,,Vacant\n5 Oak St,A,Bo Fir,950,900,Active\n5 Oak St,,,950,900,\nTotal,,,2850,1800,\n`,
    )
    assert.deepEqual(places(roll), ['1 Oak St, ?: 1 Oak St', '3 Oak St, ?: 3 Oak St', '5 Oak St, ?: A'])
    assert.deepEqual([roll.rows[1]?.status, told(roll), roll.end.differences], ['VACANT_UNRENTED', [], []])
  }
  const both = await readText('Building,Address,Unit,Tenant,Rent\nA,1 Oak St,,Ann Elm,900\nB,3 Oak St,,,900\n')
  assert.match(
    told(both)[0] ?? '',
    /^3 Rent \(row\): The unit is vacant unrented and names no tenant, but has “900” here/,
  )
})

test('a home of which a list with units states only the address is reported, but the heading of a property is not', async () => {
  const roll = await readText(
    'Property,Unit,Tenant,Rent\n1 Oak St,,Ann Elm,900\n3 Oak St,,,\n5 Oak St,A,Bo Fir,900\n7 Oak St,,,\n',
  )
  assert.deepEqual(places(roll), ['1 Oak St, ?: 1 Oak St', '5 Oak St, ?: A'])
  assert.deepEqual(
    told(roll).map(each => each.slice(0, 90)),
    [3, 5].map(line =>
      `${line} Property (value): The row names no unit and is not a total, so it is not imported: “${line === 3 ? 3 : 7} Oak St”.`.slice(
        0,
        90,
      ),
    ),
  )
  const headings =
    'Property,Unit,Tenant,Rent\n1 Oak St,,,\n,1,Ann Elm,900\n3 Oak St,,,\n3 Oak St,1,Bo Fir,900\nTotal,,,1800\n'
  const grouped = await readText(headings)
  assert.deepEqual([places(grouped), told(grouped)], [['1 Oak St, ?: 1', '3 Oak St, ?: 1'], []])
})

test('a building or an address stands in for the property, unless the file names that', async () => {
  const both = await readText(
    'Building,Address,City,Unit,Tenant,Rent\nA,1 Oak St #1,Akron,1,Ann Elm,900\nB,3 Oak St,Akron,1,Bo Fir,900\n',
  )
  assert.deepEqual(places(both), ['A, Akron: 1', 'B, Akron: 1'])
  assert.deepEqual(
    both.rows.map(({ property }) => property.address_line),
    ['1 Oak St', '3 Oak St'],
  )
  // Propertyware's list of buildings, in which a home has no unit.
  const homes = await readText(
    'Portfolio,Building,Unit,Tenant,Rent\nFir,1 Oak St,,Ann Elm,900\nFir,3 Oak St,A,Bo Fir,900\n',
  )
  assert.deepEqual(places(homes), ['1 Oak St, ?: 1 Oak St', '3 Oak St, ?: A'])
  const heading = await readText('Unit,Building,Tenant,Rent\nOak Court,,,\n1,A,Ann Elm,900\n2,B,Bo Fir,900\n')
  assert.deepEqual(places(heading), ['Oak Court, ?: 1', 'Oak Court, ?: 2'])
  const named = await readText('Property,Building,Unit,Tenant,Rent\nOak,A,1,Ann Elm,900\nOak,B,1,Bo Fir,900\n')
  assert.deepEqual([places(named), named.header.ignoredColumns], [['Oak, ?: 1'], ['Building']])
  assert.match(
    told(named)[0] ?? '',
    /in different buildings, write the building into the unit of each row, such as “B-1”\.$/,
  )
})

test('the rent is what the resident and the subsidy pay together', async () => {
  const parts = await readText(
    'Property,Unit,Tenant,Tenant Rent,HAP\nOak,1,Ann Elm,300,600\nOak,2,Bo Fir,250,\nTotal,,,550,600\n',
  )
  assert.deepEqual([rents(parts), told(parts), parts.end.differences], [[90_000, 25_000], [], []])
  const whole = await readText(
    'Property,Unit,Tenant,Contract Rent,HAP,Tenant Rent\nOak,1,Ann Elm,900,600,300\nOak,2,Bo Fir,900,600,200\n',
  )
  assert.deepEqual(rents(whole), [90_000, 90_000])
  assert.deepEqual(told(whole), [
    '3 Contract Rent (value): Tenant Rent and HAP add up to $800.00. The rent is imported as $900.00; check which is right.',
  ])
  const total = await readText(
    'Property,Unit,Tenant,Rent,Subsidy,Pet Rent,Total\nOak,1,Ann Elm,300,600,25,925\nOak,2,Bo Fir,900,600,25,925\n',
  )
  assert.deepEqual([rents(total), told(total)], [[90_000, 90_000], []])
  const unclear = await readText('Property,Unit,Tenant,Rent,Subsidy\nOak,1,Ann Elm,900,600\nOak,2,Bo Fir,,600\n')
  assert.deepEqual(rents(unclear), [90_000])
  assert.match(told(unclear)[0] ?? '', /^2 Subsidy \(value\): The subsidy is imported as a part of the rent\./)
  assert.match(told(unclear)[1] ?? '', /^3 Rent \(row\): The row has a subsidy but no rent\./)
  const alone = await readText('Property,Unit,Tenant,HAP\nOak,1,Ann Elm,600\n')
  assert.deepEqual(rents(alone), [undefined])
  assert.match(told(alone)[0] ?? '', /^2 HAP \(value\): The file has no column for the full rent/)
})

test('rent that is not per month is never imported as rent per month', async () => {
  const monthly = ['Monthly', 'Every month', '1st of the month', 'Billed monthly', 'Once a month', 'M']
  const others = [
    ...['Weekly', 'Every 2 weeks', 'Annually', 'Semi-monthly', 'Bimonthly', 'Every 4 months', 'Per annum'],
    ...['One time', 'Once', 'Fortnightly', 'Yr', 'Wkly'],
  ]
  const words = [...others, ...monthly, 'ZB']
  const rows = words.map((word, index) => `Oak,${index + 1},Ann Elm,250,${word}\n`)
  const roll = await readText(`Property,Unit,Tenant,Rent,Rent Frequency\n${rows.join('')}Oak,99,,,Weekly\n`)
  assert.deepEqual(
    roll.rows.map(({ unit }) => words[Number(unit.label) - 1] ?? 'no rent'),
    [...monthly, 'ZB', 'no rent'],
  )
  assert.equal(
    told(roll)[0],
    '2 Rent Frequency (row): The rent is “Weekly”, but rent is imported per month. Write the amounts per month, and Monthly in this column.',
  )
  assert.equal(
    told(roll).at(-1),
    `${words.length + 1} Rent Frequency (value): “ZB” is not a known rent cycle. The rent is imported per month; correct it if it is not.`,
  )
  const weekly = await readText('Property,Unit,Tenant,Weekly Rent\nOak,1,Ann Elm,250\nOak,2,Bo Fir,250\n')
  assert.deepEqual(rents(weekly), [undefined, undefined])
  assert.equal(told(weekly).length, 1)
  assert.match(
    told(weekly)[0] ?? '',
    /^2 Weekly Rent \(value\): .* leases are imported without rent\..*Monthly Rent\.$/,
  )
  const annual = await readText('Property,Unit,Tenant,Monthly Rent,Annual Rent\nOak,1,Ann Elm,900,10800\n')
  assert.deepEqual([rents(annual), told(annual), annual.header.ignoredColumns], [[90_000], [], ['Annual Rent']])
})

test('a term in one cell is its first and last day, and a length is reported', async () => {
  const cases: [term: string, from: string | undefined, to: string | undefined][] = [
    ['1/1/2026 - 12/31/2026', '2026-01-01', '2026-12-31'],
    ['1/1/2026-12/31/2026', '2026-01-01', '2026-12-31'],
    ['2026-01-01 to 2026-12-31', '2026-01-01', '2026-12-31'],
    ['1/1/2026–12/31/2026', '2026-01-01', '2026-12-31'],
    ['"Jan 1, 2026 - Dec 31, 2026"', '2026-01-01', '2026-12-31'],
    ['1/1/2026 - MTM', '2026-01-01', undefined],
    ['Month-to-Month', undefined, undefined],
    ['12 months', undefined, undefined],
  ]
  const rows = cases.map(([term], index) => `Oak,${index + 1},Ann Elm,900,${term}\n`)
  const roll = await readText(
    `Property,Unit,Tenant,Rent,Lease Term\n${rows.join('')}Oak,99,Ann Elm,900,1/1/2026 - 13/1/2026\n`,
  )
  assert.deepEqual(
    roll.rows.map(({ tenancy }) => [tenancy?.lease.from, tenancy?.lease.to]),
    cases.map(([, from, to]) => [from, to]),
  )
  assert.deepEqual(
    told(roll).map(each => each.slice(0, 40)),
    ['9 Lease Term (value): “12 months” is not', '10 Lease Term (row): “1/1/2026 - 13/1/20'],
  )
  const days = await readText(
    'Property,Unit,Tenant,Rent,Lease From,Lease To,Lease Term\nOak,1,Ann Elm,900,1/1/2026,12/31/2026,12\n',
  )
  assert.deepEqual([told(days), days.header.ignoredColumns], [[], ['Lease Term']])
})

test('customers of QuickBooks are tenants if the list has units, and a list without units is refused by its name', async () => {
  const roll = await readText(
    'Property,Unit,Customer:Job,Rent,Open Balance\nMaple Court,101,Maple Court:Ann Elm,900,125.00\nMaple Court,102,Bo Fir,800,0.00\n',
  )
  assert.deepEqual(
    roll.rows.map(({ tenancy }) => [tenancy?.residents[0]?.first_name, tenancy?.lease.pastDueCents]),
    [
      ['Ann', 12_500],
      ['Bo', 0],
    ],
  )
  assert.match(told(roll)[0] ?? '', /^2 Customer:Job \(value\): “Maple Court:” is a note and not part of a name/)
  await assert.rejects(readText('Customer,Phone Numbers,Email,Full Name,Billing Address\n101 - Ann Elm,,,Ann Elm,\n'), {
    message: /looks like a list of QuickBooks customers, which does not say in which units they live/,
  })
})

test('aged receivables and delinquency are refused, because they list only those who owe, and a rent roll may have such columns', async () => {
  for (const header of [
    'Property,Unit,Tenant,Total,Current,30 Days,60 Days,90+ Days',
    'Property,Unit,Name,Tenant Status,Rent,Amount Receivable,0-30,31-60,61-90,91+',
    'Property,Unit,Tenant,Rent,Balance,0 - 30,31 to 60,Over 60',
  ])
    await assert.rejects(readText(`${header}\nOak,1,Ann Elm,100,100,0,0,0,0,0\n`), /looks like a report of aged/)
  const roll = await readText('Property,Unit,Tenant,Lease To,Rent,Balance,0-30,31-60\nOak,1,Ann Elm,,900,50,50,0\n')
  assert.equal(roll.rows[0]?.tenancy?.lease.pastDueCents, 5_000)
})

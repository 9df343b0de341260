/** Writes a portfolio with a row for each unit, as Buildium, AppFolio and offices do. */
import { chargedCents, DAY, type Home, MEANINGS, sumOf, type Tenancy } from './portfolio.ts'
import {
  balancesIn,
  chargesIn,
  chargesOfWord,
  depositsIn,
  firstLast,
  livingIn,
  market,
  of,
  type Report,
  WORDS,
} from './report.ts'

export const buildium: Report = {
  name: 'buildium',
  states: { market: false, sqft: false, type: false, from: true, moveIn: false, moveOut: false },
  write(properties, { money, day }) {
    const credits = (lease: Tenancy) => chargedCents(lease, 'CONCESSION')
    const figures = (leases: readonly Tenancy[]) => [
      money(chargesIn(leases, 'RENT')),
      money(sumOf(leases, lease => chargedCents(lease) - credits(lease))),
      money(sumOf(leases, credits)),
      money(chargesIn(leases)),
      money(depositsIn(leases)),
      money(sumOf(leases, ({ balanceCents }) => Math.max(0, -balanceCents))),
      money(sumOf(leases, ({ balanceCents }) => Math.max(0, balanceCents))),
    ]
    const row = (label: string, lease: Tenancy | undefined) => [
      ...of(
        label,
        lease ? firstLast(lease.people, '\n') : 'VACANT',
        day(lease?.from),
        day(lease?.to),
        '1 Bed/1 Bath',
        lease ? 'Monthly' : '',
        day(lease?.from),
      ),
      ...(lease ? figures([lease]) : ['--', ...figures([]).slice(1)]),
    ]
    return [
      of('Rent Roll'),
      of(`As of ${day(DAY)}`),
      of(
        ...'Unit,Tenants,Lease Start,Lease End,Bed/Bath,Rent Cycle,Rent Start,Rent,Recurring Charges,Recurring Credits,Total,Deposits Held,Prepayments,Balance Due'.split(
          ',',
        ),
      ),
      ...properties.flatMap(each => [
        of(each.name),
        ...each.homes.map(({ label, living }) => row(label, living)),
        [`Total for ${each.name}`, '', '', '', '', '', '', ...figures(livingIn(each))],
      ]),
    ]
  },
}

export const appfolio: Report = {
  name: 'appfolio',
  states: { market: true, sqft: true, type: true, from: true, moveIn: true, moveOut: true },
  write(properties, { money, day }) {
    const words = WORDS.filter(word => MEANINGS[word] !== 'RENT')
    const headers = {
      petrent: 'Pet Rent',
      parking: 'Parking Fee',
      trash: 'Trash',
      conc: 'Concession',
      zorb: 'Internet',
    }
    const figures = (leases: readonly Tenancy[]) => [
      money(chargesIn(leases, 'RENT')),
      ...words.map(word => money(chargesOfWord(leases, word))),
      money(depositsIn(leases)),
      money(balancesIn(leases)),
    ]
    const row = ({ label, type, sqft, marketCents, isOffline, living }: Home) => [
      ...of(label, type, sqft, money(marketCents), living ? firstLast(living.people, '; ') : ''),
      isOffline ? 'Offline' : living ? (living.moveOut ? 'Notice-Unrented' : 'Current') : 'Vacant-Unrented',
      ...of(day(living?.from), day(living?.to), day(living?.moveIn), day(living?.moveOut)),
      ...figures(living ? [living] : []),
    ]
    return [
      of('Rent Roll'),
      of(`As of: ${day(DAY)}`),
      of(
        ...'Unit,Unit Type,Sqft,Market Rent,Tenant,Status,Lease From,Lease To,Move-in,Move-out,Rent'.split(','),
        ...words.map(word => headers[word as keyof typeof headers]),
        'Deposit',
        'Balance',
      ),
      ...properties.flatMap(each => [
        of(`-> ${each.name}`),
        ...each.homes.map(row),
        [
          `${each.homes.length} Units`,
          '',
          String(sumOf(each.homes, ({ sqft }) => sqft)),
          money(market(each)),
          '',
          '',
          '',
          '',
          '',
          '',
          ...figures(livingIn(each)),
        ],
      ]),
    ]
  },
}

/** A list of an office: a property in each row, and a total of the file. */
export const list: Report = {
  ...appfolio,
  name: 'list of an office',
  write(properties, style) {
    const table = appfolio.write(properties, style).filter(([first]) => !/ Units$/.test(first ?? ''))
    let property = ''
    return table.flatMap((row, index) => {
      if (row[0]?.startsWith('-> ')) property = row[0].slice(3)
      return index < 2 ? [row] : row[0]?.startsWith('-> ') ? [] : [[index === 2 ? 'Property' : property, ...row]]
    })
  },
}

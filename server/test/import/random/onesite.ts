/** Writes a property as RealPage OneSite does, with a column for each charge code. */
import { chargedCents, DAY, type Home, sumOf, type Tenancy } from './portfolio.ts'
import { balancesIn, chargesIn, chargesOfWord, depositsIn, lastFirst, of, type Report, WORDS } from './report.ts'

export const onesite: Report = {
  name: 'onesite',
  states: { market: true, sqft: true, type: true, from: true, moveIn: true, moveOut: true },
  write([only], { money, day }) {
    // The report is of one property.
    const homes = only?.homes ?? []
    const amounts = (lease: Tenancy | undefined) => WORDS.map(word => money(chargesOfWord(lease ? [lease] : [], word)))
    const row = (
      { label, type, sqft, marketCents }: Home,
      status: string,
      lease: Tenancy | undefined,
      isUnit: boolean,
    ) => [
      ...of(label, type, 'N/A', sqft, status, lease ? lastFirst(lease.people, '; ') : ''),
      ...of(day(lease?.moveIn), day(lease?.moveOut), day(lease?.from), day(lease?.to), money(isUnit ? marketCents : 0)),
      ...of(money(lease?.depositCents ?? 0), money(lease?.balanceCents ?? 0)),
      money(lease ? chargedCents(lease, 'RENT') : 0),
      ...amounts(lease),
      money(lease ? chargedCents(lease) : 0),
    ]
    const tenancies = homes.flatMap(({ living, next }) => [...(living ? [living] : []), ...(next ? [next] : [])])
    const sums = [depositsIn(tenancies), balancesIn(tenancies)]
    return [
      of('OneSite Rents v3.0'),
      of(only?.name ?? ''),
      of('RENT ROLL DETAIL'),
      of(`As of ${day(DAY)}`),
      of(
        ...'Bldg/Unit,Floorplan,Unit Designation,SQFT,Unit/Lease Status,Name,Move-In,Move-Out,Lease Start,Lease End,Market + Addl.,Dep On Hand,Balance,Lease Rent'.split(
          ',',
        ),
        ...WORDS.map(word => word.toUpperCase()),
        'Total Billing',
      ),
      ...homes.flatMap(home => [
        row(home, statusOfOnesite(home), home.living, true),
        ...(home.next ? [row(home, home.living ? 'Applicant' : 'Pending resident', home.next, false)] : []),
      ]),
      [
        ...of(
          'Totals:',
          '',
          '',
          sumOf(homes, ({ sqft }) => sqft),
          '',
          '',
          '',
          '',
          '',
          '',
          money(sumOf(homes, ({ marketCents }) => marketCents)),
        ),
        ...sums.map(money),
        money(chargesIn(tenancies, 'RENT')),
        ...WORDS.map(word => money(chargesOfWord(tenancies, word))),
        money(chargesIn(tenancies)),
      ],
    ]
  },
}

function statusOfOnesite({ isOffline, living, next }: Home): string {
  if (isOffline) return 'Model'
  if (!living) return next ? 'Vacant-Leased' : 'Vacant'
  if (!living.moveOut) return 'Occupied'
  return next ? 'Occupied-NTVL' : 'Occupied-NTV'
}

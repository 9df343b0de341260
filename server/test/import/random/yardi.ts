/** Writes a portfolio as Yardi does: Voyager’s rent roll with lease charges, and that of Breeze. */
import { chargedCents, DAY, type Home, type Property, sumOf, type Tenancy } from './portfolio.ts'
import {
  balancesIn,
  chargeOf,
  chargesIn,
  depositsIn,
  firstLast,
  lastFirst,
  livingIn,
  market,
  of,
  type Report,
  type Row,
} from './report.ts'

export const yardi: Report = {
  name: 'yardi-lease-charges',
  states: { market: true, sqft: true, type: true, from: false, moveIn: true, moveOut: true },
  write(properties, { money, day }) {
    const block = (
      { label, type, sqft, marketCents, isOffline }: Home,
      lease: Tenancy | undefined,
      code: string,
    ): Row[] => {
      const word = isOffline ? 'MODEL' : 'VACANT'
      const [first, ...others] = lease?.charges ?? []
      const unit = of(
        label,
        type,
        sqft,
        lease ? `t${code}${label}${lease.from}` : word,
        lease ? firstLast(lease.people, ' & ') : word,
        money(marketCents),
      )
      const dates = of(day(lease?.moveIn), day(lease?.to), day(lease?.moveOut), money(lease?.balanceCents ?? 0))
      return [
        [...unit, ...chargeOf(first, money), money(lease?.depositCents ?? 0), money(0), ...dates],
        ...others.map(each => ['', '', '', '', '', '', ...chargeOf(each, money)]),
        ['', '', '', '', '', '', 'Total', money(lease ? chargedCents(lease) : 0)],
        [''],
      ]
    }
    const total = (property: Property, tenancies: Tenancy[], marketCents: number) =>
      of(
        '',
        '',
        '',
        'Total',
        `${property.name}(${property.code})`,
        money(marketCents),
        '',
        money(chargesIn(tenancies)),
        money(depositsIn(tenancies)),
        money(0),
        '',
        '',
        '',
        money(balancesIn(tenancies)),
      )
    const [only, another] = properties
    return [
      of('Rent Roll with Lease Charges'),
      of(another ? 'For Selected Properties' : `${only?.name} (${only?.code})`),
      of(`As Of = ${day(DAY)}`),
      of(
        ...'Unit,Unit Type,Unit,Resident,Name,Market,Charge,Amount,Resident,Other,Move In,Lease,Move Out,Balance'.split(
          ',',
        ),
      ),
      of(...',,Sq Ft,,,Rent,Code,,Deposit,Deposit,,Expiration,,'.split(',')),
      of('Current/Notice/Vacant Residents'),
      ...properties.flatMap(each => [
        ...each.homes.flatMap(home => block(home, home.living, each.code)),
        total(each, livingIn(each), market(each)),
      ]),
      of('Future Residents/Applicants'),
      ...properties.flatMap(each => {
        const coming = each.homes.filter(({ next }) => next)
        const nexts = coming.flatMap(({ next }) => next ?? [])
        const rows = coming.flatMap(home => block(home, home.next, each.code))
        return rows.length > 0
          ? [
              ...rows,
              total(
                each,
                nexts,
                sumOf(coming, ({ marketCents }) => marketCents),
              ),
            ]
          : []
      }),
    ]
  },
}

export const breeze: Report = {
  name: 'yardi-breeze',
  states: { market: false, sqft: true, type: false, from: false, moveIn: true, moveOut: true },
  write(properties, { money, day }) {
    const figures = (sqft: number, who: string, leases: readonly Tenancy[], dates: Row) => [
      ...of(sqft, who, money(chargesIn(leases, 'RENT')), '', money(depositsIn(leases)), money(0)),
      ...of(money(chargesIn(leases) - chargesIn(leases, 'RENT')), '', ...dates, money(balancesIn(leases))),
    ]
    const row = ({ label, sqft, isOffline, living }: Home) => [
      label,
      ...figures(
        sqft,
        living ? lastFirst(living.people, ' & ') : isOffline ? 'MODEL' : 'VACANT',
        living ? [living] : [],
        [day(living?.moveIn), day(living?.to), day(living?.moveOut)],
      ),
    ]
    return [
      of('Rent Roll'),
      of('For Selected Properties'),
      of(`As Of = ${day(DAY)}`),
      of(
        ...'Unit,Unit SqFt,Tenant Name,Actual Rent,Actual Rent per Sqft,Tenant Deposit,Other Deposit,Misc,Misc per Sqft,Move In,Lease Expiration,Move Out,Balance'.split(
          ',',
        ),
      ),
      ...properties.flatMap(each => [
        of(`${each.name} (${each.code})`),
        ...each.homes.map(row),
        [
          'Total',
          ...figures(
            sumOf(each.homes, ({ sqft }) => sqft),
            '',
            livingIn(each),
            ['', '', ''],
          ),
        ],
      ]),
    ]
  },
}

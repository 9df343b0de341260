/** Writes a property as Entrata does, with a row for each charge. */
import { chargedCents, DAY, type Home, type Tenancy } from './portfolio.ts'
import { chargeOf, lastFirst, of, type Report, type Row } from './report.ts'

export const entrata: Report = {
  name: 'entrata',
  states: { market: true, sqft: true, type: true, from: true, moveIn: true, moveOut: true },
  write([only], { money, day }) {
    const homes = only?.homes ?? []
    const block = (
      { label, type, sqft, marketCents, isOffline }: Home,
      status: string,
      lease: Tenancy | undefined,
      isNext: boolean,
    ): Row[] => {
      const [first, ...others] = lease?.charges ?? []
      const dates = of(day(lease?.moveIn), day(lease?.from), day(lease?.to), ...(isNext ? [] : [day(lease?.moveOut)]))
      const before = isNext ? 10 : 11
      const unit = of(
        label,
        type,
        sqft,
        status,
        lease ? lastFirst(lease.people, '; ') : isOffline ? '' : '-- Vacant --',
      )
      const money2 = [money(lease?.balanceCents ?? 0), money(lease?.depositCents ?? 0)]
      const total = [
        ...Array<string>(before - 1).fill(''),
        '',
        'Charge Total:',
        money(lease ? chargedCents(lease) : 0),
        ...money2,
      ]
      return [
        [...unit, ...dates, money(marketCents), lease ? 'Resident' : '', ...chargeOf(first, money), ...money2],
        ...others.map(each => [...Array<string>(before).fill(''), ...chargeOf(each, money)]),
        ...(lease ? [total] : []),
      ]
    }
    const header =
      'Bldg-Unit,Unit Type,SQFT,Unit Status,Resident,Move-In,Lease Start,Lease End,Expected Move-Out,Market Rent,Ledger,Charge Code,Scheduled Charges,Balance,Deposit Held'
    return [
      [''],
      of('Rent Roll w/ Lease Charges'),
      of(only?.name ?? ''),
      of(`As of ${day(DAY)}`),
      of('Unit Details'),
      of(...header.split(',')),
      ...homes.flatMap(home => block(home, statusOfEntrata(home), home.living, false)),
      of('Future Resident Details'),
      of(...header.replace('Expected Move-Out,', '').split(',')),
      ...homes.flatMap(home => (home.next ? block(home, statusOfEntrata(home), home.next, true) : [])),
    ]
  },
}

function statusOfEntrata({ isOffline, living, next }: Home): string {
  if (isOffline) return 'Model'
  if (!living) return next ? 'Vacant Rented Not Ready' : 'Vacant Unrented Ready'
  if (!living.moveOut) return 'Occupied No Notice'
  return next ? 'Notice Rented' : 'Notice Unrented'
}

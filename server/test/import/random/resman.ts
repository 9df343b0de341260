/** Writes a portfolio as ResMan does, with a row for each charge. */
import { DAY, type Home, sumOf } from './portfolio.ts'
import {
  balancesIn,
  chargeOf,
  chargesIn,
  depositsIn,
  firstLast,
  livingIn,
  market,
  of,
  type Report,
  type Row,
} from './report.ts'

export const resman: Report = {
  name: 'resman',
  states: { market: true, sqft: true, type: true, from: true, moveIn: true, moveOut: true },
  write(properties, { money, day }) {
    const block = ({ label, type, sqft, marketCents, isOffline, living }: Home): Row[] => {
      const [first, ...others] = living?.charges ?? []
      const status = isOffline ? 'MODEL' : living ? (living.moveOut ? 'NTV' : 'C') : 'VACANT'
      return [
        [
          ...of(label, type, sqft, living ? firstLast(living.people, '\n') : '', status, money(marketCents)),
          ...(first ? chargeOf(first, money) : ['', '']),
          ...of(day(living?.moveIn), day(living?.from), day(living?.to), day(living?.moveOut), money(0)),
          ...of(money(living?.depositCents ?? 0), money(living?.balanceCents ?? 0)),
        ],
        ...others.map(each => ['', '', '', '', '', '', ...chargeOf(each, money)]),
      ]
    }
    return [
      of('Rent Roll'),
      of(`As of ${day(DAY)}`),
      of(
        ...'Unit,Type,Sq. Feet,Residents,Status,Market Rent,Description,Amount,Move In,Lease Start,Lease End,Move Out,Surety Bonds,Deposits,Balance'.split(
          ',',
        ),
      ),
      ...properties.flatMap(each => [
        of(each.name),
        ...each.homes.flatMap(block),
        of(
          `Total for ${each.name}`,
          '',
          sumOf(each.homes, ({ sqft }) => sqft),
          '',
          '',
          money(market(each)),
          '',
          money(chargesIn(livingIn(each))),
          '',
          '',
          '',
          '',
          money(0),
          money(depositsIn(livingIn(each))),
          money(balancesIn(livingIn(each))),
        ),
      ]),
    ]
  },
}

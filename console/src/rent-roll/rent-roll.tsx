/** The rent roll of any day: its totals and its rows, to print or save as CSV. */
import type { RentRoll, RentRollRow } from '#client/v1.ts'
import { Button } from '../kit/button.tsx'
import { csvOf } from '../kit/csv.ts'
import { saveFile } from '../kit/download.ts'
import { DayFilter, Filters } from '../kit/filters.tsx'
import { date, instant, isDay, money, number, shareOf } from '../kit/format.ts'
import { Icon } from '../kit/icons.tsx'
import { Failure } from '../kit/notice.tsx'
import { Card, Figure, Page, Shimmer } from '../kit/page.tsx'
import { lossToLease, occupancyOf } from '../kit/words.ts'
import { useFirstRows } from '../records/first-rows.tsx'
import { PrintButton, PrintedName } from '../records/handout.tsx'
import { PropertyFilter } from '../records/list-filters.tsx'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { useSorted } from '../session/use-sorting.ts'
import { RENT_ROLL_COLUMNS } from './rent-roll-columns.ts'
import { ByChargeCode, ByUnitType, FutureResidents } from './rent-roll-parts.tsx'
import { RENT_ROLL_SORTS, RentRollTable } from './rent-roll-table.tsx'
import { EVERYTHING, preloadRentRoll, useRentRoll } from './use-rent-roll.ts'

export { preloadRentRoll as preload }

export function RentRollPage() {
  const { timeZone, today } = useOrganization()
  const { search, change } = useUrlSearch()
  const day = isDay(search.as_of_date) ? search.as_of_date : today
  const scope = search.scope_id ?? EVERYTHING
  const { data, error, refetch, isPlaceholderData } = useRentRoll(scope, day)
  const { rows = [], sorting } = useSorted(
    data?.rows,
    RENT_ROLL_SORTS,
    data?.scope.type === 'PROPERTY' ? 'unit' : 'property',
  )
  const { shown, more } = useFirstRows(rows)

  return (
    <Page
      title={
        data ? `Rent roll: ${data.scope.type === 'ORGANIZATION' ? 'all properties' : data.scope.name}` : 'Rent roll'
      }
      about={
        data
          ? `As of ${date(data.as_of_date)}, generated ${instant(data.generated_at, timeZone)}.`
          : !error && <Shimmer />
      }
      actions={
        <>
          <PrintButton text="Print rent roll" isReady={data !== undefined} />
          <Button disabled={!data} onClick={() => data && saveCsv(data.as_of_date, rows)}>
            <Icon name="download" /> Save CSV
          </Button>
        </>
      }
    >
      <PrintedName />
      <Card flush>
        <Filters label="Choose a rent roll">
          <PropertyFilter value={search.scope_id} onChange={scope_id => change({ scope_id })} />
          <DayFilter label="As of" type="date" value={day} onChange={as_of_date => change({ as_of_date })} />
        </Filters>
        {error && !data ? (
          <div className="p-4">
            <Failure error={error} retry={refetch} />
          </div>
        ) : (
          <div className={isPlaceholderData ? 'opacity-60' : ''} aria-busy={!data || isPlaceholderData}>
            <Sums roll={data} />
          </div>
        )}
      </Card>
      {data && (
        <>
          <Card title="Units" flush>
            <RentRollTable roll={data} rows={shown} sorting={sorting} />
            {more}
          </Card>
          {data.rows.length > 0 && (
            <div className="grid gap-4 min-[1400px]:grid-cols-2">
              <ByUnitType roll={data} />
              {data.by_charge_code.length > 0 && <ByChargeCode roll={data} />}
            </div>
          )}
          {data.future_residents.length > 0 && <FutureResidents roll={data} />}
        </>
      )}
    </Page>
  )
}

function Sums({ roll }: { roll: RentRoll | undefined }) {
  const totals = roll?.totals
  const value = (text: string | undefined) => text ?? <Shimmer className="h-5 w-20" />
  return (
    <div className="grid gap-3 p-3 min-[360px]:grid-cols-2 sm:p-4 md:grid-cols-3 2xl:grid-cols-6 print:grid-cols-6">
      <Figure
        name="Occupancy"
        value={value(totals && shareOf(totals.unit_count - totals.offline_unit_count, totals.occupancy_pct))}
        about={
          totals &&
          occupancyOf({
            occupied: totals.occupied_unit_count,
            units: totals.unit_count,
            offline: totals.offline_unit_count,
          })
        }
      />
      <Figure
        name="Leased"
        value={value(totals && shareOf(totals.unit_count - totals.offline_unit_count, totals.leased_pct))}
        about={totals && `${number(totals.vacant_unit_count)} vacant`}
      />
      <Figure name="Monthly rent" value={value(totals && money(totals.rent_cents))} about="of occupied units" />
      <Figure
        name="Market rent"
        value={value(totals && money(totals.market_rent_cents))}
        about={totals && lossToLease(totals.loss_to_lease_cents)}
      />
      <Figure name="Past due" value={value(totals && money(totals.past_due_cents))} about="current residents only" />
      <Figure name="Deposits" value={value(totals && money(totals.deposit_cents))} about="held for current residents" />
    </div>
  )
}

function saveCsv(day: string, rows: RentRollRow[]): void {
  const header = RENT_ROLL_COLUMNS.map(({ name }) => name)
  const cells = rows.map(row => RENT_ROLL_COLUMNS.map(({ cell }) => cell(row)))
  saveFile(`rent-roll-${day}.csv`, new Blob([csvOf(header, cells)], { type: 'text/csv' }))
}

/** The plan of the organization, and what each API tier includes. */
import type { Plan } from '#client/console.ts'
import { choices } from '#client/console.ts'
import { Badge } from '../kit/badge.tsx'
import { number } from '../kit/format.ts'
import { Icon } from '../kit/icons.tsx'
import { Failure } from '../kit/notice.tsx'
import { Card, Figure, None, Page, Shimmer } from '../kit/page.tsx'
import { TableRegion } from '../kit/table-region.tsx'
import { inWords } from '../kit/words.ts'
import { usePlan } from '../session/use-plan.ts'

export function PlanPage() {
  const { data, error, refetch } = usePlan()
  const current = data?.tiers.find(({ is_current }) => is_current)
  return (
    <Page
      title="Plan and tier"
      about="The API tier sets which scopes a key can have and how many calls per minute it can make."
    >
      {error && !data ? (
        <Failure error={error} retry={refetch} />
      ) : (
        <>
          <div className="grid gap-3 min-[360px]:grid-cols-2 lg:grid-cols-4">
            <Figure
              name="Plan"
              value={data ? inWords(data.plan) : <Shimmer className="h-5 w-20" />}
              about={data?.has_partner_agreement && 'with a partner agreement'}
            />
            <Figure
              name="API tier"
              value={data ? (current?.title ?? 'None') : <Shimmer className="h-5 w-20" />}
              about={data && !current && 'this plan has no API access'}
            />
            <Figure
              name="Calls per minute"
              value={data ? current ? number(current.requests_per_minute) : <None /> : <Shimmer className="h-5 w-20" />}
              about="per key, in any 60 seconds"
            />
            <Figure
              name="Sandbox"
              value={data ? current?.sandbox ? 'Included' : 'Not included' : <Shimmer className="h-5 w-20" />}
              about="a separate organization for testing"
            />
          </div>
          <Card title="Tiers" flush>
            {data ? <Tiers plan={data} /> : <Shimmer className="m-4 h-64 w-[calc(100%-2rem)]" />}
          </Card>
        </>
      )}
    </Page>
  )
}

/** The plans of a tier in words, such as `plans Pro and Scale`. */
export function plansOf(plans: string): string {
  return plans.replace(/\b[A-Z]{2,}\b/g, inWords)
}

function Tiers({ plan: { tiers } }: { plan: Plan }) {
  const cell = 'px-4 py-2 text-left'
  return (
    <TableRegion label="Tiers">
      <table className="w-full min-w-[560px]">
        <thead>
          <tr className="border-b align-top">
            <td className={cell} />
            {tiers.map(({ tier, title, plans, is_current }) => (
              <th key={tier} scope="col" className={`${cell} ${is_current ? 'bg-accent-soft' : ''}`}>
                <span className="flex flex-wrap items-center gap-2 font-semibold">
                  {title} {is_current && <Badge tone="accent">Current</Badge>}
                </span>
                <span className="font-normal text-[12px] text-soft">{plansOf(plans)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Line name="Calls per minute" values={tiers.map(one => number(one.requests_per_minute))} tiers={tiers} />
          {choices.createKey.scopes.map(scope => (
            <Line key={scope} name={scope} values={tiers.map(one => one.scopes.includes(scope))} tiers={tiers} isCode />
          ))}
          <Line name="Custom quota per key" values={tiers.map(one => one.own_requests_per_minute)} tiers={tiers} />
          <Line name="Sandbox" values={tiers.map(one => one.sandbox)} tiers={tiers} />
        </tbody>
      </table>
    </TableRegion>
  )
}

function Line({
  name,
  values,
  tiers,
  isCode = false,
}: {
  name: string
  values: (boolean | string)[]
  tiers: Plan['tiers']
  isCode?: boolean
}) {
  return (
    <tr className="border-b last:border-0">
      <th scope="row" className={`px-4 py-2 text-left font-normal ${isCode ? 'font-mono text-[12px]' : ''}`}>
        {name}
      </th>
      {values.map((value, index) => (
        <td key={tiers[index]?.tier} className={`px-4 py-2 ${tiers[index]?.is_current ? 'bg-accent-soft' : ''}`}>
          {typeof value === 'string' ? value : <Included isIncluded={value} />}
        </td>
      ))}
    </tr>
  )
}

function Included({ isIncluded }: { isIncluded: boolean }) {
  if (!isIncluded) return <None />
  return (
    <>
      <Icon name="check" className="text-good" />
      <span className="sr-only">included</span>
    </>
  )
}

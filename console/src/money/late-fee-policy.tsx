/** The late-fee policy of the organization: grace days, and a fixed amount or a percentage. A card for a page of settings. */
import { useRef, useState } from 'react'
import type { LateFeePolicy } from '#client/console.ts'
import { centsOf } from '../kit/cents.ts'
import { DollarsField } from '../kit/dollars.tsx'
import { FieldRow, Form, SelectField, TextField } from '../kit/form.tsx'
import { money } from '../kit/format.ts'
import { Failure } from '../kit/notice.tsx'
import { Card, Shimmer } from '../kit/page.tsx'
import { count } from '../kit/words.ts'
import { useEdit } from '../records/use-edit.ts'
import { useOrganization } from '../session/me.ts'
import { useChanged } from '../session/use-changed.ts'
import { useRead } from '../session/use-read.ts'

function useLateFeePolicy() {
  return useRead(['late-fee policy'], (client, call) => client.getLateFeePolicy({}, call))
}

export function LateFeePolicyCard() {
  const { may } = useOrganization()
  const { data, error, refetch } = useLateFeePolicy()
  return (
    <Card title="Late fees">
      {error && !data ? (
        <Failure error={error} retry={refetch} />
      ) : !data ? (
        <Shimmer className="h-24 w-full" />
      ) : may('ADMIN') ? (
        <div className="max-w-xl">
          <PolicyForm policy={data} readNow={async () => (await refetch({ throwOnError: true })).data ?? data} />
        </div>
      ) : (
        <p>{policyInWords(data)}</p>
      )}
    </Card>
  )
}

/** A sentence that says what the policy is. */
export function policyInWords({ grace_days, flat_cents, percent_basis_points }: LateFeePolicy): string {
  if (flat_cents === null && percent_basis_points === null) return 'No late fees are proposed.'
  const amount =
    flat_cents === null ? `${percentOf(percent_basis_points ?? 0)}% of the overdue amount` : money(flat_cents)
  const late = grace_days === 0 ? 'late' : `more than ${count(grace_days, 'day')} late`
  return `A late fee of ${amount} is proposed when rent is ${late}. You review it before it is charged.`
}

type Kind = 'NONE' | 'FLAT' | 'PERCENT'

function kindOf({ flat_cents, percent_basis_points }: LateFeePolicy): Kind {
  return flat_cents !== null ? 'FLAT' : percent_basis_points !== null ? 'PERCENT' : 'NONE'
}

/** The parts of a policy that can be changed independently. */
function partsOf({ grace_days, ...amount }: LateFeePolicy) {
  return { grace_days, amount }
}

/** A policy is stored as a whole. Fields that the member did not change are stored as they are now, even if someone else has changed them. */
function PolicyForm({ policy, readNow }: { policy: LateFeePolicy; readNow: () => Promise<LateFeePolicy> }) {
  const { keyed } = useOrganization()
  const changed = useChanged()
  const [chosen, setChosen] = useState<Kind>()
  // Until something is typed, the form shows what another tab saved.
  const kind = chosen ?? kindOf(policy)
  const now = useRef(partsOf(policy))
  const edit = useEdit(partsOf(policy), async () => {
    now.current = partsOf(await readNow())
    return now.current
  })
  return (
    <Form
      submit="Save late-fee policy"
      send={async (values, key) => {
        const typed: LateFeePolicy = {
          grace_days: kind === 'NONE' ? 0 : Number(values.text('grace_days')),
          flat_cents: kind === 'FLAT' ? centsOf(values.text('flat_cents')) : null,
          percent_basis_points:
            kind === 'PERCENT' ? Math.round(Number(values.text('percent_basis_points')) * 100) : null,
        }
        await edit(partsOf(typed), changes => {
          const { grace_days, amount } = { ...now.current, ...changes }
          return keyed(key).setLateFeePolicy({ grace_days, ...amount })
        })
        await changed('Late-fee policy saved')
      }}
    >
      <p className="max-w-prose text-soft">
        {policyInWords(policy)} Late fees are proposed for overdue rent invoices, and reviewed on the Invoices page.
      </p>
      <FieldRow onInput={() => setChosen(kind)}>
        <SelectField
          name="kind"
          label="Late fee"
          value={kind}
          onChange={value => setChosen(value as Kind)}
          choices={[
            { value: 'NONE', text: 'None' },
            { value: 'FLAT', text: 'A fixed amount' },
            { value: 'PERCENT', text: 'A percentage of the overdue amount' },
          ]}
          required
        />
        {kind === 'FLAT' && (
          <DollarsField name="flat_cents" label="Amount in dollars" cents={policy.flat_cents} required />
        )}
        {kind === 'PERCENT' && (
          <TextField
            name="percent_basis_points"
            label="Percent"
            type="number"
            min={0.01}
            max={100}
            step="0.01"
            defaultValue={policy.percent_basis_points === null ? '' : percentOf(policy.percent_basis_points)}
            required
          />
        )}
        {kind !== 'NONE' && (
          <TextField
            name="grace_days"
            label="Grace days"
            type="number"
            min={0}
            max={60}
            defaultValue={policy.grace_days}
            required
          />
        )}
      </FieldRow>
    </Form>
  )
}

function percentOf(basisPoints: number): string {
  return String(basisPoints / 100)
}

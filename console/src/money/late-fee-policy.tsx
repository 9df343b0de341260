/** The late-fee policy of the organization: grace days, and a fixed amount or a percentage. A card for a page of settings. */
import { useState } from 'react'
import type { LateFeePolicy } from '#client/console.ts'
import { centsOf } from '../kit/cents.ts'
import { DollarsField } from '../kit/dollars.tsx'
import { FieldRow, Form, SelectField, TextField } from '../kit/form.tsx'
import { money } from '../kit/format.ts'
import { Failure } from '../kit/notice.tsx'
import { Card, Shimmer } from '../kit/page.tsx'
import { count } from '../kit/words.ts'
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
      {error ? (
        <Failure error={error} retry={refetch} />
      ) : !data ? (
        <Shimmer className="h-24 w-full" />
      ) : may('ADMIN') ? (
        <div className="max-w-xl">
          <PolicyForm key={JSON.stringify(data)} policy={data} />
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
  return `A late fee of ${amount} is proposed ${count(grace_days, 'day')} after the due date. You review it before it is charged.`
}

type Kind = 'NONE' | 'FLAT' | 'PERCENT'

function PolicyForm({ policy }: { policy: LateFeePolicy }) {
  const { client } = useOrganization()
  const changed = useChanged()
  const [kind, setKind] = useState<Kind>(
    policy.flat_cents !== null ? 'FLAT' : policy.percent_basis_points !== null ? 'PERCENT' : 'NONE',
  )
  return (
    <Form
      submit="Save late-fee policy"
      send={async (values, idempotencyKey) => {
        await client.setLateFeePolicy(
          {
            grace_days: kind === 'NONE' ? 0 : Number(values.text('grace_days')),
            flat_cents: kind === 'FLAT' ? centsOf(values.text('flat_cents')) : null,
            percent_basis_points:
              kind === 'PERCENT' ? Math.round(Number(values.text('percent_basis_points')) * 100) : null,
          },
          { idempotencyKey },
        )
        await changed('Late-fee policy saved')
      }}
    >
      <p className="max-w-prose text-soft">
        Late fees are proposed for overdue rent invoices, and charged only after you review them on the Invoices page.
      </p>
      <FieldRow>
        <SelectField
          name="kind"
          label="Late fee"
          value={kind}
          onChange={value => setKind(value as Kind)}
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

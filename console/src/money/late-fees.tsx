/** The review of proposed late fees: a member chooses which of them are charged. */
import { useState } from 'react'
import type { ProposedLateFees } from '#client/console.ts'
import { Form } from '../kit/form.tsx'
import { date, money } from '../kit/format.ts'
import { Empty, Failure } from '../kit/notice.tsx'
import { Dialog } from '../kit/overlay.tsx'
import { Shimmer } from '../kit/page.tsx'
import { useIsMounted } from '../kit/use-is-mounted.ts'
import { count } from '../kit/words.ts'
import { NOBODY } from '../records/lease-picker.tsx'
import { PageLink } from '../records/page-link.tsx'
import { PlaceName } from '../records/record-names.tsx'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { useChanged } from '../session/use-changed.ts'
import { useRead } from '../session/use-read.ts'
import { policyInWords } from './late-fee-policy.tsx'

export function ReviewLateFees({ onClose }: { onClose: () => void }) {
  const { search } = useUrlSearch()
  const isMounted = useIsMounted()
  // After the last fee is charged, the form disappears before the dialog does, so the form cannot close the dialog.
  const close = () => isMounted.current && onClose()
  const { data, error, refetch } = useRead(['proposed late fees', search.property_id], (client, call) =>
    client.listProposedLateFees({ property_id: search.property_id }, call),
  )
  return (
    <Dialog title="Review late fees" about={data && policyInWords(data.policy)} isOpen onClose={onClose} wide>
      {error && !data ? (
        <Failure error={error} retry={refetch} />
      ) : !data ? (
        <Shimmer className="h-24 w-full" />
      ) : data.data.length === 0 ? (
        <Empty title="No late fees to review">
          {data.policy.flat_cents === null && data.policy.percent_basis_points === null ? (
            <>
              <PageLink to="/$organization/settings" className="text-accent underline">
                Set the late-fee policy
              </PageLink>{' '}
              in the settings of the organization first.
            </>
          ) : (
            'Overdue rent invoices appear here once their grace days have passed.'
          )}
        </Empty>
      ) : (
        <Fees fees={data.data} onClose={onClose} onCharged={close} />
      )}
    </Dialog>
  )
}

function Fees({
  fees,
  onClose,
  onCharged,
}: {
  fees: ProposedLateFees['data']
  onClose: () => void
  onCharged: () => void
}) {
  const { client } = useOrganization()
  const changed = useChanged()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = fees.filter(({ invoice_id }) => !left.has(invoice_id))
  const sum = chosen.reduce((total, { fee_cents }) => total + fee_cents, 0)
  const flip = (id: string) =>
    setLeft(left.has(id) ? new Set([...left].filter(other => other !== id)) : new Set([...left, id]))
  return (
    <Form
      submit={`Charge ${count(chosen.length, 'late fee')}, ${money(sum)}`}
      isReady={chosen.length > 0}
      onCancel={onClose}
      send={async (_, idempotencyKey) => {
        const invoice_ids = chosen.map(({ invoice_id }) => invoice_id)
        const charged = await client.chargeLateFees({ invoice_ids }, { idempotencyKey })
        await changed(`${count(charged.invoices, 'late fee')} charged`)
        onCharged()
      }}
    >
      <ul aria-label="Proposed late fees" className="max-h-96 overflow-y-auto rounded-md border">
        {fees.map(fee => (
          <li key={fee.invoice_id} className="border-b last:border-0">
            <label className="flex min-h-11 items-center gap-3 px-3 py-1.5 hover:bg-hover">
              <input
                type="checkbox"
                name="invoice_ids"
                value={fee.invoice_id}
                checked={!left.has(fee.invoice_id)}
                onChange={() => flip(fee.invoice_id)}
              />
              <span className="flex min-w-0 flex-1 items-center justify-between gap-x-4">
                <span className="min-w-0">
                  <span className="font-medium">{fee.resident_name ?? NOBODY}</span>{' '}
                  <span className="text-soft">
                    <PlaceName property={fee.property_name} unit={fee.unit_label} />, #{fee.number} due{' '}
                    {date(fee.due_date)}, {money(fee.balance_cents)} open
                  </span>
                </span>
                <span className="tabular-nums">{money(fee.fee_cents)}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </Form>
  )
}

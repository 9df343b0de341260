/** The form of a new API key. Scopes the plan has not are shown with the plans that have them. */
import { useQueryClient } from '@tanstack/react-query'
import type { CreateKeyInput, IssuedKey, Plan } from '#client/console.ts'
import { choices } from '#client/console.ts'
import { Form, TextField } from '../kit/form.tsx'
import { instantFromLocal } from '../kit/local-time.ts'
import { Failure, Hint } from '../kit/notice.tsx'
import { Dialog } from '../kit/overlay.tsx'
import { Shimmer } from '../kit/page.tsx'
import { useOrganization } from '../session/me.ts'
import { usePlan } from '../session/use-plan.ts'

type Scope = CreateKeyInput['scopes'][number]

const MEANING: Record<Scope, string> = {
  'properties:read': 'Properties, units and residents',
  'accounting:read': 'Rent roll, invoices and payments',
  'maintenance:read': 'Work orders',
  'maintenance:write': 'Making and changing work orders',
  'comms:write': 'Messages to residents',
  'webhooks:manage': 'Webhooks and their deliveries',
}

export function CreateKey({
  isOpen,
  onClose,
  onIssued,
}: {
  isOpen: boolean
  onClose: () => void
  onIssued: (key: IssuedKey) => void
}) {
  const plan = usePlan()
  return (
    <Dialog title="Create a key" isOpen={isOpen} onClose={onClose} wide>
      {plan.error && !plan.data ? (
        <Failure error={plan.error} retry={plan.refetch} />
      ) : plan.data ? (
        <Fields plan={plan.data} onClose={onClose} onIssued={onIssued} />
      ) : (
        <Shimmer className="h-72 w-full" />
      )}
    </Dialog>
  )
}

function Fields({ plan, onClose, onIssued }: { plan: Plan; onClose: () => void; onIssued: (key: IssuedKey) => void }) {
  const { id, client, timeZone } = useOrganization()
  const queries = useQueryClient()
  const tier = plan.tiers.find(({ is_current }) => is_current)
  if (!tier) {
    return (
      <Hint tone="warn">
        The plan {plan.plan} has no API access. {plan.tiers[0]?.title} comes with {plan.tiers[0]?.plans}.
      </Hint>
    )
  }
  return (
    <Form
      submit="Create"
      onCancel={onClose}
      send={async values => {
        const expires = values.optional('expires_at')
        const perMinute = values.optional('requests_per_minute')
        const key = await client.createKey({
          name: values.text('name'),
          scopes: values.all('scopes') as Scope[],
          expires_at: expires && instantFromLocal(`${expires}T00:00`, timeZone),
          allowed_cidrs: values.optional('allowed_cidrs')?.split(/[\s,]+/),
          requests_per_minute: perMinute === undefined ? undefined : Number(perMinute),
        })
        await queries.invalidateQueries({ queryKey: [id, 'keys'] })
        onClose()
        onIssued(key)
      }}
    >
      <TextField name="name" label="What it is for" placeholder="Accounting export" maxLength={200} required />
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 font-medium text-[13px]">What it may do</legend>
        {choices.createKey.scopes.map(scope => (
          <ScopeChoice key={scope} scope={scope} plan={plan} isIncluded={tier.scopes.includes(scope)} />
        ))}
      </fieldset>
      <div className="flex flex-col gap-4 sm:flex-row">
        <TextField name="expires_at" label="Ends on" type="date" hint="At the beginning of that day." />
        {tier.own_requests_per_minute && (
          <TextField
            name="requests_per_minute"
            label="Calls a minute"
            type="number"
            min={1}
            max={100_000}
            hint={`Left empty: ${tier.requests_per_minute}.`}
          />
        )}
      </div>
      <TextField
        name="allowed_cidrs"
        label="Only from these addresses"
        placeholder="203.0.113.0/24, 198.51.100.7"
        hint="Left empty: from everywhere."
      />
    </Form>
  )
}

function ScopeChoice({ scope, plan, isIncluded }: { scope: Scope; plan: Plan; isIncluded: boolean }) {
  const lowest = plan.tiers.find(({ scopes }) => scopes.includes(scope))
  return (
    <label className={`flex items-start gap-2.5 rounded-md px-2 py-1 ${isIncluded ? 'hover:bg-hover' : ''}`}>
      <input
        type="checkbox"
        name="scopes"
        value={scope}
        defaultChecked={isIncluded}
        disabled={!isIncluded}
        className="mt-1 accent-accent"
      />
      <span className="min-w-0">
        <code className="font-mono text-[12px]">{scope}</code>
        <span className="block text-[12px] text-soft">
          {MEANING[scope]}
          {!isIncluded && lowest && `. Part of the ${lowest.title}: ${lowest.plans}.`}
        </span>
      </span>
    </label>
  )
}

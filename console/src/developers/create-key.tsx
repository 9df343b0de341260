/** The form of a new API key. A scope outside the plan is shown with the plans that include it. */
import type { CreateKeyInput, IssuedKey, Plan } from '#client/console.ts'
import { choices } from '#client/console.ts'
import { ApiError } from '#client/errors.ts'
import { FieldRow, Form, TextField } from '../kit/form.tsx'
import { daysAfter } from '../kit/format.ts'
import { instantFromLocal } from '../kit/local-time.ts'
import { Failure, Hint } from '../kit/notice.tsx'
import { Dialog } from '../kit/overlay.tsx'
import { Shimmer } from '../kit/page.tsx'
import { withAdvice } from '../kit/unknown-outcome.ts'
import { inWords } from '../kit/words.ts'
import { plansOf } from '../organization/plan.tsx'
import { useOrganization } from '../session/me.ts'
import { useRefetch } from '../session/use-changed.ts'
import { usePlan } from '../session/use-plan.ts'
import { addressesOf, namingAddress } from './addresses.ts'
import { KEY_MAY_EXIST } from './new-key-dialog.tsx'

type Scope = CreateKeyInput['scopes'][number]

const MEANING: Record<Scope, string> = {
  'properties:read': 'Read properties, units and residents',
  'accounting:read': 'Read the rent roll, invoices and payments',
  'maintenance:read': 'Read work orders',
  'maintenance:write': 'Create and update work orders',
  'comms:write': 'Send messages to residents',
  'webhooks:manage': 'Manage webhooks and their deliveries',
}

export function CreateKey({ onClose, onIssued }: { onClose: () => void; onIssued: (key: IssuedKey) => void }) {
  const plan = usePlan()
  return (
    <Dialog title="Create key" isOpen onClose={onClose} wide>
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
  const { client, timeZone, today } = useOrganization()
  const refetch = useRefetch()
  const tier = plan.tiers.find(({ is_current }) => is_current)
  if (!tier) {
    return (
      <Hint tone="warn">
        The {inWords(plan.plan)} plan has no API access. The {plan.tiers[0]?.title} is part of{' '}
        {plansOf(plan.tiers[0]?.plans ?? '')}.
      </Hint>
    )
  }
  return (
    <Form
      submit="Create key"
      onCancel={onClose}
      send={async values => {
        const expires = values.optional('expires_at')
        const scopes = values.all('scopes') as Scope[]
        if (scopes.length === 0) throw new ApiError(400, 'invalid_request', 'Choose at least one scope.')
        const addresses = addressesOf(values.text('allowed_cidrs'))
        const creating = client.createKey({
          name: values.text('name'),
          scopes,
          expires_at: expires && instantFromLocal(`${expires}T00:00`, timeZone),
          allowed_cidrs: addresses,
          requests_per_minute: values.number('requests_per_minute') ?? undefined,
        })
        const key = await withAdvice(creating, KEY_MAY_EXIST).catch(error => {
          throw namingAddress(error, addresses ?? [])
        })
        await refetch()
        onIssued(key)
      }}
      onSent={onClose}
    >
      <TextField name="name" label="Name" placeholder="Accounting export" maxLength={200} required />
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 font-medium text-[13px]">Scopes</legend>
        {choices.createKey.scopes.map(scope => (
          <ScopeChoice key={scope} scope={scope} plan={plan} isIncluded={tier.scopes.includes(scope)} />
        ))}
      </fieldset>
      <FieldRow>
        <TextField
          name="expires_at"
          label="Expires on"
          type="date"
          min={daysAfter(today, 1)}
          hint="The key stops working at the start of that day."
        />
        {tier.own_requests_per_minute && (
          <TextField
            name="requests_per_minute"
            label="Calls per minute"
            type="number"
            min={1}
            max={100_000}
            hint={`Leave empty for ${tier.requests_per_minute}.`}
          />
        )}
      </FieldRow>
      <TextField
        name="allowed_cidrs"
        label="Allowed IP addresses"
        placeholder="203.0.113.0/24, 198.51.100.7"
        hint="Leave empty to allow every address."
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
        className="mt-1"
      />
      <span className="min-w-0">
        <code className="font-mono text-[12px]">{scope}</code>
        <span className="block text-[12px] text-soft">
          {MEANING[scope]}
          {!isIncluded && lowest && `. Part of the ${lowest.title}: ${plansOf(lowest.plans)}.`}
        </span>
      </span>
    </label>
  )
}

/** The settings of the organization; each card is saved separately. */
import type { ReactNode } from 'react'
import type { Settings, UpdateSettingsInput } from '#client/console.ts'
import { FieldRow, Form, TextField } from '../kit/form.tsx'
import { date } from '../kit/format.ts'
import { Failure } from '../kit/notice.tsx'
import { notify } from '../kit/notify.tsx'
import { Card, Facts, Page, Shimmer } from '../kit/page.tsx'
import { PickField } from '../kit/pick-field.tsx'
import type { Values } from '../kit/values.ts'
import { LateFeePolicyCard } from '../money/late-fee-policy.tsx'
import { Day } from '../records/cells.tsx'
import { useEdit } from '../records/use-edit.ts'
import { useOrganization } from '../session/me.ts'
import { useRefetchWithMe } from '../session/use-changed.ts'
import { useRead } from '../session/use-read.ts'
import { zoneChoices } from './time-zones.ts'

export function SettingsPage() {
  const query = useRead(['settings'], (client, call) => client.getSettings({}, call))
  const { data, error, refetch } = query
  return (
    <Page
      title="Settings"
      about="Settings that apply to the whole organization. The administrative log records every change."
    >
      {error && !data ? (
        <Failure error={error} retry={refetch} />
      ) : data ? (
        <Cards settings={data} />
      ) : (
        <SettingsPending />
      )}
    </Page>
  )
}

function Cards({ settings }: { settings: Settings }) {
  return (
    <>
      <SettingsCard
        settings={settings}
        title="Organization"
        facts={{ Name: settings.name, Address: addressOf(settings) }}
        saved="Organization saved"
        fieldsOf={values => ({
          name: values.text('name'),
          address_line: values.orNull('address_line'),
          city: values.orNull('city'),
          state: values.optional('state')?.toUpperCase() ?? null,
          postal_code: values.orNull('postal_code'),
        })}
      >
        <TextField name="name" label="Name" defaultValue={settings.name} maxLength={200} required />
        <TextField name="address_line" label="Street address" defaultValue={settings.address_line} maxLength={200} />
        <FieldRow>
          <TextField name="city" label="City" defaultValue={settings.city} maxLength={100} />
          <TextField name="state" label="State" defaultValue={settings.state} maxLength={2} />
          <TextField name="postal_code" label="ZIP code" defaultValue={settings.postal_code} maxLength={20} />
        </FieldRow>
      </SettingsCard>
      <SettingsCard
        settings={settings}
        title="Time zone"
        facts={{ 'Time zone': settings.time_zone, Today: <Day on={settings.today} /> }}
        saved="Time zone saved"
        fieldsOf={values => ({ time_zone: values.text('time_zone') })}
      >
        <PickField
          name="time_zone"
          label="Time zone"
          choices={zoneChoices(settings.time_zone)}
          defaultValue={settings.time_zone}
          hint={`Days begin at midnight here, and today is ${date(settings.today)}. If the date is different in the zone you choose, leases, units and balances are shown for that date right away.`}
          required
        />
      </SettingsCard>
      <SettingsCard
        settings={settings}
        title="Books"
        facts={{
          'Closed through': settings.books_closed_through ? <Day on={settings.books_closed_through} /> : 'Open',
        }}
        saved="Books saved"
        fieldsOf={values => ({ books_closed_through: values.orNull('books_closed_through') })}
      >
        <TextField
          name="books_closed_through"
          label="Closed through"
          type="date"
          max={settings.today}
          defaultValue={settings.books_closed_through}
          hint="Nothing can be posted on or before this day. Clear the date to open the books again."
        />
      </SettingsCard>
      <SettingsCard
        settings={settings}
        title="Messages to residents"
        submit="Save sender"
        facts={{
          'Sender name': settings.sender_name ?? settings.name,
          'Replies go to': settings.reply_to ?? 'The address of the mail server',
        }}
        saved="Sender saved"
        fieldsOf={values => ({
          sender_name: values.orNull('sender_name'),
          reply_to: values.orNull('reply_to'),
        })}
      >
        <TextField
          name="sender_name"
          label="Sender name"
          defaultValue={settings.sender_name}
          maxLength={100}
          hint="Residents see this name on e-mail. If it is empty, they see the name of the organization."
        />
        <TextField
          name="reply_to"
          label="Reply-to address"
          type="email"
          defaultValue={settings.reply_to}
          maxLength={254}
          hint="Replies go here. If it is empty, they go to the address that e-mail is sent from."
        />
      </SettingsCard>
      <LateFeePolicyCard />
    </>
  )
}

/** One group of settings: a form for administrators, the values alone for viewers. */
function SettingsCard({
  settings,
  title,
  submit = `Save ${title.toLowerCase()}`,
  facts,
  saved,
  fieldsOf,
  children,
}: {
  settings: Settings
  title: string
  submit?: string
  facts: Record<string, ReactNode>
  saved: string
  fieldsOf: (values: Values) => UpdateSettingsInput
  children: ReactNode
}) {
  const { client, keyed, may } = useOrganization()
  const refetch = useRefetchWithMe()
  const edit = useEdit(settings, () => client.getSettings())
  if (!may('ADMIN')) {
    return (
      <Card title={title}>
        <Facts of={facts} />
      </Card>
    )
  }
  return (
    <Card title={title}>
      <div className="max-w-xl">
        <Form
          submit={submit}
          send={async (values, key) => {
            await edit(fieldsOf(values), changes => keyed(key).updateSettings(changes))
            // Nearly everything depends on today's date.
            await refetch()
            notify(saved)
          }}
        >
          {children}
        </Form>
      </div>
    </Card>
  )
}

function SettingsPending() {
  return (
    <Card>
      <Shimmer className="h-96 w-full" />
    </Card>
  )
}

function addressOf({ address_line, city, state, postal_code }: Settings): string | null {
  const place = [city, [state, postal_code].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return [address_line, place].filter(Boolean).join(', ') || null
}

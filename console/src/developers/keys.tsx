/** API keys: creating, rotating and revoking them, and when each was last used. */
import { useState } from 'react'
import type { IssuedKey, Key } from '#client/console.ts'
import { Badge, Status } from '../kit/badge.tsx'
import { IconButton } from '../kit/button.tsx'
import { Confirm } from '../kit/confirm.tsx'
import { ABOVE_ROW, type Column, loadedBy, ROW_ACTIONS } from '../kit/data-table.tsx'
import { Form, TextField } from '../kit/form.tsx'
import { number } from '../kit/format.ts'
import { Icon } from '../kit/icons.tsx'
import { Hint } from '../kit/notice.tsx'
import { Dialog, Menu, MenuItem } from '../kit/overlay.tsx'
import { None } from '../kit/page.tsx'
import { withAdvice } from '../kit/unknown-outcome.ts'
import { NewButton } from '../records/dialog-button.tsx'
import { ListPage } from '../records/list-page.tsx'
import { PageLink } from '../records/page-link.tsx'
import { useCsv } from '../records/save-csv.tsx'
import { Ago, Time } from '../records/time.tsx'
import { useOrganization } from '../session/me.ts'
import { useChanged, useRefetch } from '../session/use-changed.ts'
import { useRead } from '../session/use-read.ts'
import { useSorted } from '../session/use-sorting.ts'
import { CreateKey } from './create-key.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { CallExample } from './reference.tsx'

export function KeysPage() {
  const { may } = useOrganization()
  const [issued, setIssued] = useState<IssuedKey>()
  const query = useRead(['keys'], (client, call) => client.listKeys({}, call))
  const { rows, sorting } = useSorted(query.data?.data, SORTS, '-created')
  const csvOf = useCsv()
  const actions: Column<Key> = {
    ...ROW_ACTIONS,
    cell: row => statusOf(row) === 'ACTIVE' && <Actions apiKey={row} onIssued={setIssued} />,
  }
  const create = <NewButton text="Create key" dialog={close => <CreateKey onClose={close} onIssued={setIssued} />} />
  return (
    <ListPage
      title="API keys"
      nouns="keys"
      about="Programs authenticate their calls with a key. Keep keys on your servers: the text of a key is shown only when it is created."
      notice={<ExpiringKeys keys={query.data?.data ?? []} />}
      actions={create}
      list={{ loaded: loadedBy(query, rows), sorting, csv: csvOf('keys') }}
      columns={may('ADMIN') ? [...COLUMNS, actions] : COLUMNS}
      keyOf={key => key.key_id}
      placeholders={4}
      empty={{
        about: may('ADMIN')
          ? 'Create a key, and call the API with the curl line it shows.'
          : 'Keys appear here when an administrator creates them.',
        action: create,
      }}
    >
      <CallExample method="GET" route="/api/v1/properties" path="/api/v1/properties?limit=2" />
      <NewKeyDialog issued={issued} onClose={() => setIssued(undefined)} />
    </ListPage>
  )
}

const COLUMNS: Column<Key, keyof typeof SORTS>[] = [
  { header: 'Key', sort: 'name', isName: true, cell: row => <Name apiKey={row} /> },
  { header: 'Status', sort: 'state', cell: row => <State apiKey={row} /> },
  {
    header: 'Scopes',
    from: 'md',
    wraps: true,
    cell: row => (
      <span className="flex flex-wrap gap-1">
        {row.scopes.map(scope => (
          <Badge key={scope}>{scope}</Badge>
        ))}
      </span>
    ),
  },
  {
    header: 'Calls per minute',
    sort: 'quota',
    align: 'end',
    from: 'lg',
    cell: row => number(row.effective_requests_per_minute),
  },
  { header: 'Last used', sort: 'used', from: 'sm', cell: row => <LastUsed apiKey={row} /> },
  { header: 'Created', sort: 'created', from: 'lg', cell: row => <Time at={row.created_at} /> },
]

const SORTS = {
  name: (key: Key) => key.name,
  state: (key: Key) => statusOf(key),
  quota: (key: Key) => key.effective_requests_per_minute,
  used: (key: Key) => key.last_used_at,
  created: (key: Key) => key.created_at,
}

function statusOf({ revoked_at, expires_at }: Key): 'REVOKED' | 'EXPIRED' | 'ACTIVE' {
  if (revoked_at !== null) return 'REVOKED'
  return expires_at !== null && Date.parse(expires_at) <= Date.now() ? 'EXPIRED' : 'ACTIVE'
}

/** How long before it expires a key should be replaced. */
const SOON_MS = 14 * 86_400_000

/** A warning about keys that expire soon, except for those that were rotated and have a successor that lasts longer. */
function ExpiringKeys({ keys }: { keys: readonly Key[] }) {
  const { may } = useOrganization()
  const active = keys.filter(key => statusOf(key) === 'ACTIVE')
  const endOf = ({ expires_at }: Key) => (expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at))
  const soon = active.filter(
    key =>
      endOf(key) < Date.now() + SOON_MS &&
      !active.some(other => other.family_id === key.family_id && endOf(other) > endOf(key)),
  )
  if (soon.length === 0) return null
  return (
    <Hint tone="warn">
      <ul className="flex flex-col gap-1">
        {soon.map(({ key_id, name, expires_at }) => (
          <li key={key_id}>
            <strong className="break-words">{name}</strong> expires {expires_at && <Time at={expires_at} />}. Calls with
            it are refused from then on.
          </li>
        ))}
      </ul>
      {may('ADMIN') && 'Create another key in time. Rotating a key does not change when it expires.'}
    </Hint>
  )
}

function Name({ apiKey: { key_id, name, mask, allowed_cidrs } }: { apiKey: Key }) {
  return (
    <span className="flex flex-col">
      <PageLink
        to="/$organization/developers/traffic"
        search={{ key_id }}
        className="w-fit font-medium text-accent hover:underline"
      >
        {name}
      </PageLink>
      <code className="whitespace-nowrap font-mono text-[12px] text-soft">{mask}</code>
      {allowed_cidrs.length > 0 && <span className="text-[12px] text-soft">from {allowed_cidrs.join(', ')}</span>}
    </span>
  )
}

function State({ apiKey }: { apiKey: Key }) {
  const status = statusOf(apiKey)
  return (
    <span className="flex flex-col items-start">
      <Status word={status} />
      {status === 'ACTIVE' && apiKey.expires_at && (
        <span className="text-[12px] text-soft">
          expires <Time at={apiKey.expires_at} />
        </span>
      )}
    </span>
  )
}

function LastUsed({ apiKey: { last_used_at, last_used_address } }: { apiKey: Key }) {
  if (!last_used_at) return <None />
  return (
    <span className="flex flex-col">
      <Ago at={last_used_at} />
      <span className="text-[12px] text-soft">{last_used_address}</span>
    </span>
  )
}

const MAY_BE_ROTATED =
  'The key may have been rotated anyway. If the list now has a second key of this name, its text cannot be shown again: rotate that one.'

/** The page shows the new key, not this component: a key that is rotated without an overlap loses its actions immediately. */
function Actions({ apiKey, onIssued }: { apiKey: Key; onIssued: (key: IssuedKey) => void }) {
  const { client } = useOrganization()
  const refetch = useRefetch()
  const changed = useChanged()
  const [asked, setAsked] = useState<'rotate' | 'revoke'>()
  const close = () => setAsked(undefined)
  return (
    <span className={ABOVE_ROW}>
      <Menu
        trigger={
          <IconButton label={`Actions for ${apiKey.name}`}>
            <Icon name="more" />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => setAsked('rotate')}>Rotate key…</MenuItem>
        <MenuItem onSelect={() => setAsked('revoke')} danger>
          Revoke key…
        </MenuItem>
      </Menu>
      <Dialog
        title={`Rotate ${apiKey.name}`}
        about="Creates a second key with the same scopes, quota, allowed addresses and expiration. The old key keeps working during the overlap."
        isOpen={asked === 'rotate'}
        onClose={close}
      >
        <Form
          submit="Rotate key"
          onCancel={close}
          send={async values => {
            const overlap_hours = Number(values.text('overlap_hours'))
            onIssued(await withAdvice(client.rotateKey({ key_id: apiKey.key_id, overlap_hours }), MAY_BE_ROTATED))
            await refetch()
          }}
          onSent={close}
        >
          <TextField
            name="overlap_hours"
            label="Overlap (hours)"
            type="number"
            min={0}
            max={720}
            defaultValue="24"
            required
          />
        </Form>
      </Dialog>
      <Confirm
        title={`Revoke ${apiKey.name}?`}
        action="Revoke key"
        isOpen={asked === 'revoke'}
        onClose={close}
        run={async () => {
          await client.revokeKey({ key_id: apiKey.key_id })
          await changed(`${apiKey.name} revoked`)
        }}
      >
        Every call with <code className="font-mono">{apiKey.mask}</code> is refused within a second. This cannot be
        undone.
      </Confirm>
    </span>
  )
}

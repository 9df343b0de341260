/** API keys: making them, rotating and revoking them, and when each was last used. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { IssuedKey, Key } from '#client/console.ts'
import { Badge, Status } from '../kit/badge.tsx'
import { Button, IconButton } from '../kit/button.tsx'
import { Confirm } from '../kit/confirm.tsx'
import { ABOVE_ROW, type Column, DataTable, loadedBy } from '../kit/data-table.tsx'
import { Form, TextField } from '../kit/form.tsx'
import { number } from '../kit/format.ts'
import { Icon } from '../kit/icons.tsx'
import { Empty } from '../kit/notice.tsx'
import { notify } from '../kit/notify.tsx'
import { Dialog, Menu, MenuItem } from '../kit/overlay.tsx'
import { Card, None, Page } from '../kit/page.tsx'
import { Ago, Time } from '../records/time.tsx'
import { useOrganization } from '../session/me.ts'
import { useSorted } from '../session/use-sorting.ts'
import { CreateKey } from './create-key.tsx'
import { ShownOnce } from './shown-once.tsx'

export function KeysPage() {
  const { id, client, may } = useOrganization()
  const [isCreating, setCreating] = useState(false)
  const [issued, setIssued] = useState<IssuedKey>()
  const query = useQuery({ queryKey: [id, 'keys'], queryFn: ({ signal }) => client.listKeys({}, { signal }) })
  const { rows, sorting } = useSorted(query.data?.data, SORTS, '-made')
  const create = may('ADMIN') && (
    <Button look="primary" onClick={() => setCreating(true)}>
      <Icon name="plus" /> Create a key
    </Button>
  )
  return (
    <Page
      title="API keys"
      about="What programs sign their calls with. Keep them on your servers; the text of a key is shown only when it is made."
      actions={create}
    >
      <Card flush>
        <DataTable
          label="API keys"
          columns={may('ADMIN') ? [...COLUMNS, ACTIONS] : COLUMNS}
          loaded={loadedBy(query, rows)}
          sorting={sorting}
          keyOf={key => key.key_id}
          placeholders={4}
          empty={
            <Empty title="No keys yet" action={create}>
              {may('ADMIN')
                ? 'Make one, and call the API with the curl line it shows.'
                : 'An administrator of the organization makes them.'}
            </Empty>
          }
        />
      </Card>
      {may('ADMIN') && (
        <>
          <CreateKey isOpen={isCreating} onClose={() => setCreating(false)} onIssued={setIssued} />
          <ShownOnce issued={issued} onClose={() => setIssued(undefined)} />
        </>
      )}
    </Page>
  )
}

const COLUMNS: Column<Key, keyof typeof SORTS>[] = [
  { id: 'name', header: 'Key', meta: { sort: 'name' }, cell: ({ row }) => <Name apiKey={row.original} /> },
  { id: 'state', header: 'Status', meta: { sort: 'state' }, cell: ({ row }) => <State apiKey={row.original} /> },
  {
    id: 'scopes',
    header: 'Scopes',
    meta: { from: 'md', wraps: true },
    cell: ({ row }) => (
      <span className="flex flex-wrap gap-1">
        {row.original.scopes.map(scope => (
          <Badge key={scope}>{scope}</Badge>
        ))}
      </span>
    ),
  },
  {
    id: 'quota',
    header: 'A minute',
    meta: { sort: 'quota', align: 'end', from: 'lg' },
    cell: ({ row }) => number(row.original.effective_requests_per_minute),
  },
  {
    id: 'used',
    header: 'Last used',
    meta: { sort: 'used', from: 'sm' },
    cell: ({ row }) => <LastUsed apiKey={row.original} />,
  },
  {
    id: 'made',
    header: 'Made',
    meta: { sort: 'made', from: 'lg' },
    cell: ({ row }) => <Time at={row.original.created_at} />,
  },
]

const SORTS = {
  name: (key: Key) => key.name,
  state: (key: Key) => endOf(key),
  quota: (key: Key) => key.effective_requests_per_minute,
  used: (key: Key) => key.last_used_at,
  made: (key: Key) => key.created_at,
}

const ACTIONS: Column<Key> = {
  id: 'actions',
  header: () => <span className="sr-only">Actions</span>,
  meta: { align: 'end' },
  cell: ({ row }) => (endOf(row.original) === 'ACTIVE' ? <Actions apiKey={row.original} /> : null),
}

function endOf({ revoked_at, expires_at }: Key): 'REVOKED' | 'EXPIRED' | 'ACTIVE' {
  if (revoked_at !== null) return 'REVOKED'
  return expires_at !== null && Date.parse(expires_at) <= Date.now() ? 'EXPIRED' : 'ACTIVE'
}

function Name({ apiKey: { key_id, name, mask, allowed_cidrs } }: { apiKey: Key }) {
  const { id } = useOrganization()
  return (
    <span className="flex flex-col">
      <Link
        to="/$organization/developers/traffic"
        params={{ organization: id }}
        search={{ key_id }}
        className="w-fit font-medium text-accent hover:underline"
      >
        {name}
      </Link>
      <code className="font-mono text-[12px] text-soft">{mask}</code>
      {allowed_cidrs.length > 0 && <span className="text-[12px] text-soft">only from {allowed_cidrs.join(', ')}</span>}
    </span>
  )
}

function State({ apiKey }: { apiKey: Key }) {
  const end = endOf(apiKey)
  return (
    <span className="flex flex-col items-start">
      <Status word={end} />
      {end === 'ACTIVE' && apiKey.expires_at && (
        <span className="text-[12px] text-soft">
          until <Time at={apiKey.expires_at} />
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

function Actions({ apiKey }: { apiKey: Key }) {
  const { id, client } = useOrganization()
  const queries = useQueryClient()
  const [asked, setAsked] = useState<'rotate' | 'revoke'>()
  const [issued, setIssued] = useState<IssuedKey>()
  const close = () => setAsked(undefined)
  const refresh = () => queries.invalidateQueries({ queryKey: [id, 'keys'] })
  return (
    <span className={ABOVE_ROW}>
      <Menu
        label={`Actions on ${apiKey.name}`}
        trigger={
          <IconButton label={`Actions on ${apiKey.name}`}>
            <Icon name="more" />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => setAsked('rotate')}>Rotate…</MenuItem>
        <MenuItem onSelect={() => setAsked('revoke')} danger>
          Revoke…
        </MenuItem>
      </Menu>
      <Dialog
        title={`Rotate ${apiKey.name}`}
        about="Makes a second key with the same rights and quota. The old one works on for as long as you say."
        isOpen={asked === 'rotate'}
        onClose={close}
      >
        <Form
          submit="Rotate"
          onCancel={close}
          send={async values => {
            setIssued(
              await client.rotateKey({ key_id: apiKey.key_id, overlap_hours: Number(values.text('overlap_hours')) }),
            )
            await refresh()
            close()
          }}
        >
          <TextField
            name="overlap_hours"
            label="Hours both work"
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
        action="Revoke the key"
        isOpen={asked === 'revoke'}
        onClose={close}
        run={async () => {
          await client.revokeKey({ key_id: apiKey.key_id })
          await refresh()
          notify(`${apiKey.name} is revoked.`)
        }}
      >
        Every call with <code className="font-mono">{apiKey.mask}</code> is refused within a second, for good.
      </Confirm>
      <ShownOnce issued={issued} onClose={() => setIssued(undefined)} />
    </span>
  )
}

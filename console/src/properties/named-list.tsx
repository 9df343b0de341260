/** Owners and portfolios: who properties belong to, and how they are grouped. Two lists of the same make. */
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { ListOwnersInput } from '#client/console.ts'
import { Button } from '../kit/button.tsx'
import { ABOVE_ROW, type Column, DataTable } from '../kit/data-table.tsx'
import { Filters, TextFilter } from '../kit/filters.tsx'
import { Form, TextField } from '../kit/form.tsx'
import { number } from '../kit/format.ts'
import { Icon } from '../kit/icons.tsx'
import { Empty } from '../kit/notice.tsx'
import { Dialog } from '../kit/overlay.tsx'
import { Card, None, Page } from '../kit/page.tsx'
import { Pager } from '../kit/pager.tsx'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { useChanged } from '../session/use-changed.ts'
import { usePage } from '../session/use-page.ts'

type Holder = { id: string; name: string; property_count: number; external_id: string | null }
type Fields = { name: string; external_id: string | null }
type Kind = {
  one: 'owner' | 'portfolio'
  about: string
  list: (
    input: { search: string | undefined; limit: number; offset: number; sort?: ListOwnersInput['sort'] },
    options: object,
  ) => Promise<Listed>
  create: (fields: Fields, idempotencyKey: string) => Promise<unknown>
  update: (id: string, fields: Fields, idempotencyKey: string) => Promise<unknown>
  link: (holder: Holder) => ReactNode
}
type Listed = { data: Holder[]; pagination: { total: number; limit: number; offset: number; hasMore: boolean } }

const LINK = 'font-medium text-accent hover:underline max-sm:whitespace-normal'

export function OwnersPage() {
  const { id: organization, client, keyed } = useOrganization()
  return (
    <HoldersPage
      title="Owners"
      kind={{
        one: 'owner',
        about: 'Whom the properties belong to.',
        list: async (input, options) => {
          const { data, pagination } = await client.listOwners(input, options)
          return { data: data.map(owner => ({ ...owner, id: owner.owner_id })), pagination }
        },
        create: (fields, key) => keyed(key).createOwner(fields),
        update: (owner_id, fields, key) => keyed(key).updateOwner({ owner_id, ...fields }),
        link: ({ name }) => (
          <Link to="/$organization/properties" params={{ organization }} search={{ owner: name }} className={LINK}>
            {name}
          </Link>
        ),
      }}
    />
  )
}

export function PortfoliosPage() {
  const { id: organization, client, keyed } = useOrganization()
  return (
    <HoldersPage
      title="Portfolios"
      kind={{
        one: 'portfolio',
        about: 'Properties that are reported on together.',
        list: async (input, options) => {
          const { data, pagination } = await client.listPortfolios(input, options)
          return { data: data.map(portfolio => ({ ...portfolio, id: portfolio.portfolio_id })), pagination }
        },
        create: (fields, key) => keyed(key).createPortfolio(fields),
        update: (portfolio_id, fields, key) => keyed(key).updatePortfolio({ portfolio_id, ...fields }),
        link: ({ id, name }) => (
          <Link to="/$organization/rent-roll" params={{ organization }} search={{ scope_id: id }} className={LINK}>
            {name}
          </Link>
        ),
      }}
    />
  )
}

function HoldersPage({ title, kind }: { title: 'Owners' | 'Portfolios'; kind: Kind }) {
  const { may } = useOrganization()
  const { search, change } = useUrlSearch()
  const [edited, setEdited] = useState<Holder | 'new'>()
  const { loaded, pagination, sorting, move } = usePage(title.toLowerCase(), { search: search.search }, kind.list, {
    order: 'name',
  })
  const columns: Column<Holder, ListOwnersInput['sort']>[] = [
    { id: 'name', header: 'Name', meta: { sort: 'name' }, cell: ({ row }) => kind.link(row.original) },
    {
      id: 'count',
      header: 'Properties',
      meta: { sort: 'property_count', align: 'end' },
      cell: ({ row }) => number(row.original.property_count),
    },
    {
      id: 'external',
      header: 'Number elsewhere',
      meta: { sort: 'external_id', from: 'md' },
      cell: ({ row }) => row.original.external_id ?? <None />,
    },
  ]
  if (may('ADMIN')) {
    columns.push({
      id: 'edit',
      header: () => <span className="sr-only">Change</span>,
      meta: { align: 'end' },
      cell: ({ row: { original } }) => (
        <Button
          size="small"
          className={ABOVE_ROW}
          aria-label={`Edit ${original.name}`}
          onClick={() => setEdited(original)}
        >
          Edit
        </Button>
      ),
    })
  }
  return (
    <Page
      title={title}
      about={kind.about}
      actions={
        may('ADMIN') && (
          <Button look="primary" onClick={() => setEdited('new')}>
            <Icon name="plus" /> New {kind.one}
          </Button>
        )
      }
    >
      <Card flush>
        <Filters
          label={`Filter ${title.toLowerCase()}`}
          onClear={search.search ? () => change({ search: undefined }) : undefined}
        >
          <TextFilter label="Name" value={search.search} onChange={text => change({ search: text })} width="w-60" />
        </Filters>
        <DataTable
          label={title}
          columns={columns}
          loaded={loaded}
          sorting={sorting}
          keyOf={holder => holder.id}
          footer={<Pager pagination={pagination} onMove={move} />}
          empty={
            search.search ? (
              <Empty title={`No ${kind.one} matches`}>Look for a part of the name.</Empty>
            ) : (
              <Empty title={`No ${title.toLowerCase()} yet`}>
                They come with an import of a rent roll, or one by one.
              </Empty>
            )
          }
        />
      </Card>
      {edited && (
        <Edit kind={kind} holder={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </Page>
  )
}

function Edit({ kind, holder, onClose }: { kind: Kind; holder: Holder | undefined; onClose: () => void }) {
  const changed = useChanged()
  return (
    <Dialog title={holder ? `Edit ${holder.name}` : `New ${kind.one}`} isOpen onClose={onClose}>
      <Form
        submit={holder ? 'Save' : 'Create'}
        onCancel={onClose}
        send={async (values, idempotencyKey) => {
          const fields = { name: values.text('name'), external_id: values.optional('external_id') ?? null }
          await (holder ? kind.update(holder.id, fields, idempotencyKey) : kind.create(fields, idempotencyKey))
          await changed(holder ? 'Saved.' : `${fields.name} is made.`)
          onClose()
        }}
      >
        <TextField name="name" label="Name" maxLength={200} defaultValue={holder?.name ?? ''} required />
        <TextField
          name="external_id"
          label="Number elsewhere"
          maxLength={200}
          defaultValue={holder?.external_id ?? ''}
        />
      </Form>
    </Dialog>
  )
}

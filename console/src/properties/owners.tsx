/** The owners of the properties. */
import type { CallOptions } from '#client/call.ts'
import type { ListOwnersInput } from '#client/console.ts'
import { listOf, preloadList } from '../records/list-query.ts'
import { PageLink } from '../records/page-link.tsx'
import type { OrganizationClient } from '../session/clients.ts'
import { NAME_LINK, NamedListPage } from './named-list.tsx'

const OWNERS = listOf({
  name: 'owners',
  by: ['search'],
  read: (client: OrganizationClient) => async (input: ListOwnersInput, options: CallOptions) => {
    const { data, pagination } = await client.listOwners(input, options)
    return { data: data.map(owner => ({ ...owner, id: owner.owner_id })), pagination }
  },
  order: 'name',
  csv: 'owners',
})
export const preload = preloadList(OWNERS)

export function OwnersPage() {
  return (
    <NamedListPage
      title="Owners"
      noun="owner"
      about="The owners of your properties."
      of={OWNERS}
      get={(owner_id, client) => client.getOwner({ owner_id })}
      create={(fields, client) => client.createOwner(fields)}
      update={(owner_id, fields, client) => client.updateOwner({ owner_id, ...fields })}
      link={({ name }) => (
        <PageLink to="/$organization/properties" search={{ owner: name }} className={NAME_LINK}>
          {name}
        </PageLink>
      )}
    />
  )
}

/** The owners of the properties. */
import { Link } from '@tanstack/react-router'
import { useOrganization } from '../session/me.ts'
import { NAME_LINK, NamedListPage } from './named-list.tsx'

export function OwnersPage() {
  const { id: organization, client, keyed } = useOrganization()
  return (
    <NamedListPage
      title="Owners"
      noun="owner"
      about="The owners of your properties."
      read={async (input, options) => {
        const { data, pagination } = await client.listOwners(input, options)
        return { data: data.map(owner => ({ ...owner, id: owner.owner_id })), pagination }
      }}
      create={(fields, key) => keyed(key).createOwner(fields)}
      update={(owner_id, fields, key) => keyed(key).updateOwner({ owner_id, ...fields })}
      link={({ name }) => (
        <Link to="/$organization/properties" params={{ organization }} search={{ owner: name }} className={NAME_LINK}>
          {name}
        </Link>
      )}
    />
  )
}

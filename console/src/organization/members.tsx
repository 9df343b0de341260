/** The members of the organization, and the people who are invited to join. */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Member } from '#client/console.ts'
import { Badge, Dot, Status } from '../kit/badge.tsx'
import { Button, IconButton } from '../kit/button.tsx'
import { Confirm } from '../kit/confirm.tsx'
import { type Column, DataTable, loadedBy, ROW_ACTIONS } from '../kit/data-table.tsx'
import { Icon } from '../kit/icons.tsx'
import { Empty } from '../kit/notice.tsx'
import { notify, useRunAction } from '../kit/notify.tsx'
import { Menu, MenuChoices, MenuItem, MenuRule } from '../kit/overlay.tsx'
import { Card, Page } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { SaveCsv, useCsv } from '../records/save-csv.tsx'
import { Time } from '../records/time.tsx'
import { type Role, useMe, useOrganization } from '../session/me.ts'
import { useRefetchWithMe } from '../session/use-changed.ts'
import { useRead } from '../session/use-read.ts'
import { useSorted } from '../session/use-sorting.ts'
import { Invite, OpenInvitations } from './invitations.tsx'
import { rolesFor } from './roles.ts'

export function MembersPage() {
  const { may, live_organization_id } = useOrganization()
  const [isInviting, setInviting] = useState(false)
  // A sandbox shares the members of its live organization, which are changed there.
  const isSandbox = live_organization_id !== null
  const mayChange = may('ADMIN') && !isSandbox
  const members = useRead(['members'], (client, call) => client.listMembers({}, call))
  const csvOf = useCsv()
  const { rows, sorting } = useSorted(members.data?.data, SORTS)
  return (
    <Page
      title="Members"
      about={
        isSandbox
          ? 'A sandbox has the same members as its live organization. Change them there.'
          : 'The members of the organization and their roles.'
      }
      actions={
        <>
          <SaveCsv address={csvOf('members')} />
          {mayChange && (
            <Button look="primary" onClick={() => setInviting(true)}>
              <Icon name="plus" /> Invite member
            </Button>
          )}
        </>
      }
    >
      <Card flush>
        <DataTable
          label="Members"
          columns={mayChange ? [...MEMBERS, MEMBER_ACTIONS] : MEMBERS}
          loaded={loadedBy(members, rows)}
          sorting={sorting}
          keyOf={member => member.user_id}
          placeholders={3}
          empty={<Empty title="No members yet" />}
        />
      </Card>
      <OpenInvitations mayChange={mayChange} />
      {mayChange && <Invite isOpen={isInviting} onClose={() => setInviting(false)} />}
    </Page>
  )
}

const SORTS = {
  name: (member: Member) => member.name,
  role: (member: Member) => member.role,
  code: (member: Member) => Number(member.two_factor_enabled),
  since: (member: Member) => member.joined_at,
}

const MEMBERS: Column<Member, keyof typeof SORTS>[] = [
  {
    header: 'Member',
    sort: 'name',
    isName: true,
    cell: row => (
      <span className="flex flex-col">
        <span className="font-medium">{row.name}</span>
        <span className="text-[12px] text-soft">{row.email}</span>
        {!row.email_verified && (
          <span>
            <Badge tone="warn">E-mail not verified</Badge>
          </span>
        )}
      </span>
    ),
  },
  { header: 'Role', sort: 'role', cell: row => <Status word={row.role} /> },
  {
    header: 'Two-factor authentication',
    sort: 'code',
    from: 'sm',
    cell: row => (row.two_factor_enabled ? <Dot tone="good">On</Dot> : <Dot>Off</Dot>),
  },
  { header: 'Joined', sort: 'since', from: 'md', cell: row => <Time at={row.joined_at} /> },
]

const MEMBER_ACTIONS: Column<Member> = { ...ROW_ACTIONS, cell: row => <MemberActions member={row} /> }

function MemberActions({ member }: { member: Member }) {
  const { client, may } = useOrganization()
  const { user } = useMe()
  const navigate = useNavigate()
  const refetch = useRefetchWithMe()
  const runAction = useRunAction()
  /** The action that waits for confirmation: removing the member, or, for members who give their own role away, the new role. */
  const [asked, setAsked] = useState<'remove' | Role>()
  // Only an owner changes owners.
  if (member.role === 'OWNER' && !may('OWNER')) return null
  const isSelf = member.user_id === user.id
  const close = () => setAsked(undefined)
  const changeRole = async (role: Role) => {
    await client.updateMember({ user_id: member.user_id, role })
    // The role may no longer allow these actions, and then nobody else closes the dialog.
    close()
    await refetch()
    notify(`Role of ${member.name} changed to ${inWords(role)}`)
  }
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`Actions for ${member.name}`}>
            <Icon name="more" />
          </IconButton>
        }
      >
        <MenuChoices
          label="Role"
          value={member.role}
          onChange={role => (isSelf ? setAsked(role) : runAction(() => changeRole(role)))}
          choices={rolesFor(may)}
        />
        <MenuRule />
        <MenuItem danger onSelect={() => setAsked('remove')}>
          {isSelf ? 'Leave organization…' : 'Remove member…'}
        </MenuItem>
      </Menu>
      <Confirm
        title={isSelf ? 'Leave the organization?' : `Remove ${member.name}?`}
        action={isSelf ? 'Leave organization' : 'Remove member'}
        isOpen={asked === 'remove'}
        onClose={close}
        run={async () => {
          await client.removeMember({ user_id: member.user_id })
          notify(isSelf ? 'You left the organization' : `${member.name} removed`)
          // Leaves the page first, because nothing of the organization can be read any longer.
          if (isSelf) await navigate({ to: '/account' })
          await refetch()
        }}
      >
        {isSelf ? 'You lose' : `${member.name} loses`} access to this organization immediately.
      </Confirm>
      {asked !== undefined && asked !== 'remove' && (
        <Confirm
          title={`Change your own role to ${inWords(asked)}?`}
          action="Change role"
          isOpen
          onClose={close}
          run={() => changeRole(asked)}
        >
          You cannot change it back yourself. Ask {member.role === 'OWNER' ? 'an owner' : 'an administrator'} to do
          that.
        </Confirm>
      )}
    </>
  )
}

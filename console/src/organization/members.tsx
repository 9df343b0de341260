/** The members of the organization, and the people who are invited to join. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Invitation, Member } from '#client/console.ts'
import { choices } from '#client/console.ts'
import { Badge, Dot, Status } from '../kit/badge.tsx'
import { Button, IconButton } from '../kit/button.tsx'
import { Confirm } from '../kit/confirm.tsx'
import { CodeBox } from '../kit/copy.tsx'
import { type Column, DataTable, loadedBy } from '../kit/data-table.tsx'
import { Form, SelectField, TextField } from '../kit/form.tsx'
import { Icon } from '../kit/icons.tsx'
import { Empty, Hint, sentenceOf } from '../kit/notice.tsx'
import { notify } from '../kit/notify.tsx'
import { Dialog, Menu, MenuChoices, MenuItem, MenuRule } from '../kit/overlay.tsx'
import { Card, Page } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { SaveCsv, useCsv } from '../records/save-csv.tsx'
import { Time } from '../records/time.tsx'
import { type Role, useMe, useOrganization } from '../session/me.ts'
import { useSorted } from '../session/use-sorting.ts'

const ROLES: { value: Role; text: string }[] = [
  { value: 'VIEWER', text: 'Viewer: can see everything and change nothing' },
  { value: 'ADMIN', text: 'Admin: can change everything but owners' },
  { value: 'OWNER', text: 'Owner: can also add and remove owners' },
]

export function MembersPage() {
  const { id, client, may, live_organization_id } = useOrganization()
  const [isInviting, setInviting] = useState(false)
  // A sandbox shares the members of its live organization, which are changed there.
  const isSandbox = live_organization_id !== null
  const mayChange = may('ADMIN') && !isSandbox
  const members = useQuery({ queryKey: [id, 'members'], queryFn: ({ signal }) => client.listMembers({}, { signal }) })
  const invitations = useQuery({
    queryKey: [id, 'invitations'],
    queryFn: ({ signal }) => client.listInvitations({}, { signal }),
  })
  const invited = invitations.data?.data
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
      {invited && invited.length > 0 && (
        <Card title="Open invitations" actions={<SaveCsv address={csvOf('invitations')} />} flush>
          <DataTable
            label="Open invitations"
            columns={mayChange ? [...INVITATIONS, INVITATION_ACTIONS] : INVITATIONS}
            loaded={loadedBy(invitations, invited)}
            keyOf={invitation => invitation.invitation_id}
            empty={null}
          />
        </Card>
      )}
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
    id: 'name',
    header: 'Member',
    meta: { sort: 'name' },
    cell: ({ row: { original } }) => (
      <span className="flex flex-col">
        <span className="font-medium">{original.name}</span>
        <span className="text-[12px] text-soft">{original.email}</span>
        {!original.email_verified && (
          <span>
            <Badge tone="warn">E-mail not verified</Badge>
          </span>
        )}
      </span>
    ),
  },
  { id: 'role', header: 'Role', meta: { sort: 'role' }, cell: ({ row }) => <Status word={row.original.role} /> },
  {
    id: 'code',
    header: 'Two-factor authentication',
    meta: { sort: 'code', from: 'sm' },
    cell: ({ row }) => (row.original.two_factor_enabled ? <Dot tone="good">On</Dot> : <Dot>Off</Dot>),
  },
  {
    id: 'since',
    header: 'Joined',
    meta: { sort: 'since', from: 'md' },
    cell: ({ row }) => <Time at={row.original.joined_at} />,
  },
]

const MEMBER_ACTIONS: Column<Member> = {
  id: 'actions',
  header: () => <span className="sr-only">Actions</span>,
  meta: { align: 'end' },
  cell: ({ row }) => <MemberActions member={row.original} />,
}

function MemberActions({ member }: { member: Member }) {
  const { id, client, may } = useOrganization()
  const { user } = useMe()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: [id, 'members'] }),
      queries.invalidateQueries({ queryKey: ['me'] }),
    ])
  // Only an owner changes owners.
  if (member.role === 'OWNER' && !may('OWNER')) return null
  async function changeRole(role: Role) {
    try {
      await client.updateMember({ user_id: member.user_id, role })
      notify(`Role of ${member.name} changed to ${inWords(role)}`)
      await refresh()
    } catch (error) {
      notify(sentenceOf(error))
    }
  }
  const isSelf = member.user_id === user.id
  return (
    <>
      <Menu
        label={`Actions for ${member.name}`}
        trigger={
          <IconButton label={`Actions for ${member.name}`}>
            <Icon name="more" />
          </IconButton>
        }
      >
        <MenuChoices
          label="Role"
          value={member.role}
          onChange={changeRole}
          choices={ROLES.filter(({ value }) => value !== 'OWNER' || may('OWNER'))}
        />
        <MenuRule />
        <MenuItem danger onSelect={() => setAsking(true)}>
          {isSelf ? 'Leave organization…' : 'Remove member…'}
        </MenuItem>
      </Menu>
      <Confirm
        title={isSelf ? 'Leave the organization?' : `Remove ${member.name}?`}
        action={isSelf ? 'Leave organization' : 'Remove member'}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        run={async () => {
          await client.removeMember({ user_id: member.user_id })
          await refresh()
          notify(isSelf ? 'You left the organization' : `${member.name} removed`)
        }}
      >
        {isSelf ? 'You lose' : `${member.name} loses`} access to this organization at once.
      </Confirm>
    </>
  )
}

const INVITATIONS: Column<Invitation>[] = [
  { id: 'email', header: 'E-mail', cell: ({ row }) => row.original.email },
  { id: 'role', header: 'Role', cell: ({ row }) => <Status word={row.original.role} /> },
  {
    id: 'mail',
    header: 'E-mail status',
    meta: { from: 'sm' },
    cell: ({ row: { original } }) => (
      <span className="flex flex-col items-start">
        {original.email_status === 'NONE' ? <Dot>Link shared</Dot> : <Status word={original.email_status} />}
        {original.failure_reason && <span className="text-[12px] text-soft">{original.failure_reason}</span>}
      </span>
    ),
  },
  { id: 'by', header: 'Invited by', meta: { from: 'md' }, cell: ({ row }) => row.original.invited_by },
  { id: 'until', header: 'Expires', meta: { from: 'sm' }, cell: ({ row }) => <Time at={row.original.expires_at} /> },
]

const INVITATION_ACTIONS: Column<Invitation> = {
  id: 'actions',
  header: () => <span className="sr-only">Actions</span>,
  meta: { align: 'end' },
  cell: ({ row }) => <Cancel invitation={row.original} />,
}

function Cancel({ invitation: { invitation_id, email } }: { invitation: Invitation }) {
  const { id, client } = useOrganization()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)} aria-label={`Cancel invitation of ${email}`}>
        Cancel invitation
      </Button>
      <Confirm
        title="Cancel this invitation?"
        action="Cancel invitation"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        run={async () => {
          await client.deleteInvitation({ invitation_id })
          await queries.invalidateQueries({ queryKey: [id, 'invitations'] })
        }}
      >
        The link that was sent to {email} stops working.
      </Confirm>
    </>
  )
}

function Invite({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { id, client, may } = useOrganization()
  const queries = useQueryClient()
  const [link, setLink] = useState<string>()
  return (
    <>
      <Dialog title="Invite member" isOpen={isOpen} onClose={onClose}>
        <Form
          submit="Send invitation"
          onCancel={onClose}
          send={async values => {
            const role = choices.createInvitation.role.find(one => one === values.text('role')) ?? 'VIEWER'
            const { email, accept_url } = await client.createInvitation({ email: values.text('email'), role })
            await queries.invalidateQueries({ queryKey: [id, 'invitations'] })
            onClose()
            if (accept_url === null) notify(`Invitation to ${email} queued`)
            else setLink(accept_url)
          }}
        >
          <TextField name="email" label="E-mail" type="email" required />
          <SelectField
            name="role"
            label="Role"
            choices={ROLES.filter(({ value }) => value !== 'OWNER' || may('OWNER'))}
            defaultValue="VIEWER"
            required
          />
        </Form>
      </Dialog>
      <Dialog title="Share this link" isOpen={link !== undefined} onClose={() => setLink(undefined)} sticky>
        <div className="flex flex-col gap-4">
          <Hint tone="warn">
            This service is not set up to send e-mail. Give the link to the person yourself: it is shown only once. An
            account created with it can join this organization only, until its e-mail address is verified.
          </Hint>
          <CodeBox label="Invitation link, valid for seven days" text={link ?? ''} />
        </div>
      </Dialog>
    </>
  )
}

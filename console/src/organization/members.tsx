/** The members of the organization, and the people who are invited to join. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Invitation, Member } from '#client/console.ts'
import { choices } from '#client/console.ts'
import { Badge, Dot, Status } from '../kit/badge.tsx'
import { Button, IconButton } from '../kit/button.tsx'
import { Confirm } from '../kit/confirm.tsx'
import { CodeBox } from '../kit/copy.tsx'
import { type Column, DataTable, loadedBy, ROW_ACTIONS, TableCard } from '../kit/data-table.tsx'
import { Form, SelectField, TextField } from '../kit/form.tsx'
import { Icon } from '../kit/icons.tsx'
import { Empty, Hint } from '../kit/notice.tsx'
import { notify, orNotify } from '../kit/notify.tsx'
import { Dialog, Menu, MenuChoices, MenuItem, MenuRule } from '../kit/overlay.tsx'
import { Card, Page } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { SaveCsv, useCsv } from '../records/save-csv.tsx'
import { Time } from '../records/time.tsx'
import { type Role, useMe, useOrganization } from '../session/me.ts'
import { useRead } from '../session/use-read.ts'
import { useSorted } from '../session/use-sorting.ts'

const ROLES: { value: Role; text: string }[] = [
  { value: 'VIEWER', text: 'Viewer: can see everything and change nothing' },
  { value: 'ADMIN', text: 'Admin: can change everything but owners' },
  { value: 'OWNER', text: 'Owner: can also add and remove owners' },
]

export function MembersPage() {
  const { may, live_organization_id } = useOrganization()
  const [isInviting, setInviting] = useState(false)
  // A sandbox shares the members of its live organization, which are changed there.
  const isSandbox = live_organization_id !== null
  const mayChange = may('ADMIN') && !isSandbox
  const members = useRead(['members'], (client, call) => client.listMembers({}, call))
  const invitations = useRead(['invitations'], (client, call) => client.listInvitations({}, call))
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
        <TableCard
          title="Open invitations"
          actions={<SaveCsv address={csvOf('invitations')} />}
          columns={mayChange ? [...INVITATIONS, INVITATION_ACTIONS] : INVITATIONS}
          loaded={loadedBy(invitations, invited)}
          keyOf={invitation => invitation.invitation_id}
          empty={null}
        />
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
    header: 'Member',
    sort: 'name',
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
  const changeRole = (role: Role) =>
    orNotify(async () => {
      await client.updateMember({ user_id: member.user_id, role })
      notify(`Role of ${member.name} changed to ${inWords(role)}`)
      await refresh()
    })
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
        {isSelf ? 'You lose' : `${member.name} loses`} access to this organization immediately.
      </Confirm>
    </>
  )
}

const INVITATIONS: Column<Invitation>[] = [
  { header: 'E-mail', cell: row => row.email },
  { header: 'Role', cell: row => <Status word={row.role} /> },
  {
    header: 'E-mail status',
    from: 'sm',
    cell: row => (
      <span className="flex flex-col items-start">
        {row.email_status === 'NONE' ? <Dot>Link shared</Dot> : <Status word={row.email_status} />}
        {row.failure_reason && <span className="text-[12px] text-soft">{row.failure_reason}</span>}
      </span>
    ),
  },
  { header: 'Invited by', from: 'md', cell: row => row.invited_by },
  { header: 'Expires', from: 'sm', cell: row => <Time at={row.expires_at} /> },
]

const INVITATION_ACTIONS: Column<Invitation> = { ...ROW_ACTIONS, cell: row => <Cancel invitation={row} /> }

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
            if (accept_url === null) notify(`Invitation to ${email} queued`)
            else setLink(accept_url)
          }}
          onSent={onClose}
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

/** Who belongs to the organization, and who is asked to. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Invitation, Member } from '#client/console.ts'
import { choices } from '#client/console.ts'
import { Badge, Status } from '../kit/badge.tsx'
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
import { Time } from '../records/time.tsx'
import { type Role, useMe, useOrganization } from '../session/me.ts'
import { useSorted } from '../session/use-sorting.ts'

const ROLES: { value: Role; text: string }[] = [
  { value: 'VIEWER', text: 'Viewer: sees everything, changes nothing' },
  { value: 'ADMIN', text: 'Admin: works with everything' },
  { value: 'OWNER', text: 'Owner: decides who else is one, too' },
]

export function MembersPage() {
  const { id, client, may, live_organization_id } = useOrganization()
  const [isInviting, setInviting] = useState(false)
  // A sandbox has the members of its organization, which are changed there.
  const isOfAnother = live_organization_id !== null
  const mayChange = may('ADMIN') && !isOfAnother
  const members = useQuery({ queryKey: [id, 'members'], queryFn: ({ signal }) => client.listMembers({}, { signal }) })
  const invitations = useQuery({
    queryKey: [id, 'invitations'],
    queryFn: ({ signal }) => client.listInvitations({}, { signal }),
  })
  const invited = invitations.data?.data
  const { rows, sorting } = useSorted(members.data?.data, SORTS)
  return (
    <Page
      title="Members"
      about={
        isOfAnother
          ? 'A sandbox has the members of its organization. Change them there.'
          : 'People of the organization and their roles.'
      }
      actions={
        mayChange && (
          <Button look="primary" onClick={() => setInviting(true)}>
            <Icon name="plus" /> Invite someone
          </Button>
        )
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
          empty={<Empty title="Nobody belongs here" />}
        />
      </Card>
      {invited && invited.length > 0 && (
        <Card title="Open invitations" flush>
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
    header: 'Person',
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
    header: 'Code at sign-in',
    meta: { sort: 'code', from: 'sm' },
    cell: ({ row }) => (row.original.two_factor_enabled ? <Badge tone="good">On</Badge> : <Badge>Off</Badge>),
  },
  {
    id: 'since',
    header: 'Since',
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
  // Owners are an owner's matter.
  if (member.role === 'OWNER' && !may('OWNER')) return null
  async function give(role: Role) {
    try {
      await client.updateMember({ user_id: member.user_id, role })
      notify(`${member.name} is ${inWords(role)} now.`)
      await refresh()
    } catch (error) {
      notify(sentenceOf(error))
    }
  }
  const isSelf = member.user_id === user.id
  return (
    <>
      <Menu
        label={`Change ${member.name}`}
        trigger={
          <IconButton label={`Change ${member.name}`}>
            <Icon name="more" />
          </IconButton>
        }
      >
        <MenuChoices
          label="Role"
          value={member.role}
          onChange={give}
          choices={ROLES.filter(({ value }) => value !== 'OWNER' || may('OWNER'))}
        />
        <MenuRule />
        <MenuItem danger onSelect={() => setAsking(true)}>
          {isSelf ? 'Leave…' : 'Remove…'}
        </MenuItem>
      </Menu>
      <Confirm
        title={isSelf ? 'Leave the organization?' : `Remove ${member.name}?`}
        action={isSelf ? 'Leave' : 'Remove'}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        run={async () => {
          await client.removeMember({ user_id: member.user_id })
          await refresh()
          notify(isSelf ? 'You have left.' : `${member.name} belongs here no more.`)
        }}
      >
        {isSelf ? 'You see nothing of it any more' : 'They see nothing of the organization any more'}, from this second
        on.
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
        {original.email_status === 'NONE' ? <Badge>Link handed over</Badge> : <Status word={original.email_status} />}
        {original.failure_reason && <span className="text-[12px] text-soft">{original.failure_reason}</span>}
      </span>
    ),
  },
  { id: 'by', header: 'By', meta: { from: 'md' }, cell: ({ row }) => row.original.invited_by },
  { id: 'until', header: 'Until', meta: { from: 'sm' }, cell: ({ row }) => <Time at={row.original.expires_at} /> },
]

const INVITATION_ACTIONS: Column<Invitation> = {
  id: 'actions',
  header: () => <span className="sr-only">Actions</span>,
  meta: { align: 'end' },
  cell: ({ row }) => <Withdraw invitation={row.original} />,
}

function Withdraw({ invitation: { invitation_id, email } }: { invitation: Invitation }) {
  const { id, client } = useOrganization()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)} aria-label={`Withdraw the invitation of ${email}`}>
        Withdraw
      </Button>
      <Confirm
        title="Withdraw the invitation?"
        action="Withdraw"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        run={async () => {
          await client.deleteInvitation({ invitation_id })
          await queries.invalidateQueries({ queryKey: [id, 'invitations'] })
        }}
      >
        The link {email} was sent opens nothing any more.
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
      <Dialog title="Invite someone" isOpen={isOpen} onClose={onClose}>
        <Form
          submit="Invite"
          onCancel={onClose}
          send={async values => {
            const role = choices.createInvitation.role.find(one => one === values.text('role')) ?? 'VIEWER'
            const { email, accept_url } = await client.createInvitation({ email: values.text('email'), role })
            await queries.invalidateQueries({ queryKey: [id, 'invitations'] })
            onClose()
            if (accept_url === null) notify(`An invitation is on its way to ${email}.`)
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
      <Dialog title="Hand this link over" isOpen={link !== undefined} onClose={() => setLink(undefined)} sticky>
        <div className="flex flex-col gap-4">
          <Hint tone="warn">
            This service sends no e-mail. Give the link to the person yourself; it is shown this once. An account that
            is created with it works in this organization only, until its address is verified.
          </Hint>
          <CodeBox label="Invitation, for seven days" text={link ?? ''} />
        </div>
      </Dialog>
    </>
  )
}

/** The people who are invited to join the organization, and inviting one more. */
import { useState } from 'react'
import { choices, type Invitation } from '#client/console.ts'
import { Dot, Status } from '../kit/badge.tsx'
import { Button } from '../kit/button.tsx'
import { Confirm } from '../kit/confirm.tsx'
import { CodeBox } from '../kit/copy.tsx'
import { type Column, loadedBy, ROW_ACTIONS, TableCard } from '../kit/data-table.tsx'
import { Form, SelectField, TextField } from '../kit/form.tsx'
import { Hint } from '../kit/notice.tsx'
import { notify } from '../kit/notify.tsx'
import { Dialog } from '../kit/overlay.tsx'
import { SaveCsv, useCsv } from '../records/save-csv.tsx'
import { Time } from '../records/time.tsx'
import { useOrganization } from '../session/me.ts'
import { useChanged, useRefetch } from '../session/use-changed.ts'
import { useRead } from '../session/use-read.ts'
import { rolesFor } from './roles.ts'

/** How often the status of a queued e-mail is read again. */
const POLL_MS = 2_000

/** The invitations that are still open. Renders nothing if there are none. */
export function OpenInvitations({ mayChange }: { mayChange: boolean }) {
  const csvOf = useCsv()
  const invitations = useRead(['invitations'], (client, call) => client.listInvitations({}, call), {
    refetchInterval: ({ state }) => state.data?.data.some(({ email_status }) => email_status === 'QUEUED') && POLL_MS,
  })
  const invited = invitations.data?.data
  if (!invited || invited.length === 0) return null
  return (
    <TableCard
      title="Open invitations"
      actions={<SaveCsv address={csvOf('invitations')} />}
      columns={mayChange ? [...INVITATIONS, ACTIONS] : INVITATIONS}
      loaded={loadedBy(invitations, invited)}
      keyOf={invitation => invitation.invitation_id}
      empty={null}
    />
  )
}

const INVITATIONS: Column<Invitation>[] = [
  { header: 'E-mail', isName: true, cell: row => row.email },
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
  { header: 'Invited by', from: 'md', isName: true, cell: row => row.invited_by },
  { header: 'Expires', from: 'sm', cell: row => <Time at={row.expires_at} /> },
]

const ACTIONS: Column<Invitation> = { ...ROW_ACTIONS, cell: row => <Cancel invitation={row} /> }

function Cancel({ invitation: { invitation_id, email } }: { invitation: Invitation }) {
  const { client } = useOrganization()
  const changed = useChanged()
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
          await changed('Invitation canceled')
        }}
      >
        The link that was sent to {email} stops working.
      </Confirm>
    </>
  )
}

export function Invite({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { client, may } = useOrganization()
  const refetch = useRefetch()
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
            await refetch()
            if (accept_url === null) notify(`Invitation to ${email} queued`)
            else setLink(accept_url)
          }}
          onSent={onClose}
        >
          <TextField name="email" label="E-mail" type="email" required />
          <SelectField name="role" label="Role" choices={rolesFor(may)} defaultValue="VIEWER" required />
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

/** The residents of a lease with their days and roles, those who have left it, and what changes about each. */
import { type ReactNode, useState } from 'react'
import type { ChangeLeaseResidentInput, LeaseDetail } from '#client/console.ts'
import { IconButton } from '../kit/button.tsx'
import { type Column, loadedWith, ROW_ACTIONS, TableCard } from '../kit/data-table.tsx'
import { FieldRow, SelectField, TextField } from '../kit/form.tsx'
import { date } from '../kit/format.ts'
import { Icon } from '../kit/icons.tsx'
import { Empty, Hint } from '../kit/notice.tsx'
import { Menu, MenuItem } from '../kit/overlay.tsx'
import { inWords, wordChoices } from '../kit/words.ts'
import { FormDialog } from '../records/form-dialog.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { useEdit } from '../records/use-edit.ts'
import { useOrganization } from '../session/me.ts'
import { ROLES, type Role } from './lease-residents.tsx'

type Resident = { resident_id: string; name: string; role: Role; from: string | null; to: string | null }
type Change = 'DAYS' | 'PRIMARY' | 'ROLE' | 'REMOVE'

export function ResidentsOfLease({ lease }: { lease: LeaseDetail }) {
  const { may } = useOrganization()
  const [open, setOpen] = useState<{ change: Change; resident: Resident }>()
  const mayChange = may('ADMIN') && lease.allowed_steps.includes('CHANGE_RESIDENT')
  const actions: Column<Resident> = {
    ...ROW_ACTIONS,
    cell: resident => <Changes lease={lease} resident={resident} onOpen={change => setOpen({ change, resident })} />,
  }
  const columns = mayChange ? [...COLUMNS, actions] : COLUMNS
  return (
    <>
      <TableCard
        title="Residents"
        columns={columns}
        loaded={loadedWith<Resident>(lease.residents)}
        keyOf={({ resident_id }) => resident_id}
        empty={<Empty title="No residents on this lease" />}
      />
      {lease.former_residents.length > 0 && (
        <TableCard
          title="Former residents"
          columns={columns}
          loaded={loadedWith<Resident>(lease.former_residents)}
          keyOf={({ resident_id }) => resident_id}
          empty={null}
        />
      )}
      {open && <ChangeDialog {...open} lease={lease} onClose={() => setOpen(undefined)} />}
    </>
  )
}

const COLUMNS: Column<Resident>[] = [
  { header: 'Resident', cell: row => <RecordLink id={row.resident_id}>{row.name}</RecordLink> },
  {
    header: 'Role',
    cell: row => (
      <span className="block whitespace-nowrap">
        {inWords(row.role)}
        {row.from && <span className="block text-[12px] text-soft">from {date(row.from)}</span>}
        {row.to && <span className="block text-[12px] text-soft">to {date(row.to)}</span>}
      </span>
    ),
  },
]

function Changes({
  lease,
  resident,
  onOpen,
}: {
  lease: LeaseDetail
  resident: Resident
  onOpen: (change: Change) => void
}) {
  const { today } = useOrganization()
  const isOther = resident.role !== 'PRIMARY'
  const isOn = lease.residents.some(({ resident_id }) => resident_id === resident.resident_id)
  const stays = isOn && resident.to === null && (resident.from === null || resident.from <= today)
  return (
    <Menu
      trigger={
        <IconButton label={`Actions for ${resident.name}`}>
          <Icon name="more" />
        </IconButton>
      }
    >
      <MenuItem onSelect={() => onOpen('DAYS')}>Change days</MenuItem>
      {isOther && isOn && <MenuItem onSelect={() => onOpen('ROLE')}>Change role</MenuItem>}
      {isOther && stays && <MenuItem onSelect={() => onOpen('PRIMARY')}>Make primary resident</MenuItem>}
      {isOther && (
        <MenuItem onSelect={() => onOpen('REMOVE')} danger>
          Remove resident
        </MenuItem>
      )}
    </Menu>
  )
}

function ChangeDialog({
  change,
  ...of
}: {
  change: Change
  resident: Resident
  lease: LeaseDetail
  onClose: () => void
}) {
  switch (change) {
    case 'DAYS':
      return <DaysDialog {...of} />
    case 'PRIMARY':
      return <PrimaryDialog {...of} />
    case 'ROLE':
      return <RoleDialog {...of} />
    case 'REMOVE':
      return <RemoveDialog {...of} />
  }
}

type DialogOf = { resident: Resident; lease: LeaseDetail; onClose: () => void }

function DaysDialog({ resident, lease: { lease_id, start_date }, onClose }: DialogOf) {
  const { client } = useOrganization()
  const { resident_id, name, role } = resident
  const isPrimary = role === 'PRIMARY'
  const daysOf = ({ from, to }: Pick<Resident, 'from' | 'to'>) => ({ from: from ?? start_date, to })
  const edit = useEdit(daysOf(resident), async () => {
    const now = await client.getLease({ lease_id })
    const found = [...now.residents, ...now.former_residents].find(each => each.resident_id === resident_id)
    return daysOf(found ?? resident)
  })
  return (
    <FormDialog
      title="Change days"
      about={`The days on which ${name} is on the lease. Changing a day in the past changes past rent rolls.`}
      onClose={onClose}
      save={async (values, client) => {
        const days = { from: values.text('from'), ...(!isPrimary && { to: values.orNull('to') }) }
        await edit(days, changes => client.changeLeaseResident({ lease_id, resident_id, ...changes }))
        return `Days of ${name} changed`
      }}
    >
      <FieldRow>
        <TextField
          name="from"
          label="First day"
          type="date"
          defaultValue={resident.from ?? start_date}
          min={start_date}
          required
        />
        {!isPrimary && (
          <TextField
            name="to"
            label="Last day"
            type="date"
            defaultValue={resident.to ?? ''}
            hint="Leave empty if they stay until the lease ends."
          />
        )}
      </FieldRow>
      {isPrimary && (
        <Hint>
          The primary resident stays until the lease ends. If {name} leaves before the others, make another resident the
          primary one first.
        </Hint>
      )}
    </FormDialog>
  )
}

function RemoveDialog({ resident: { resident_id, name, from }, lease, onClose }: DialogOf) {
  const { today } = useOrganization()
  const hasBegun = (from ?? lease.start_date) <= today
  return (
    <FormDialog
      title="Remove resident"
      about={
        hasBegun
          ? `If ${name} was added to this lease by mistake, this removes them from every day of the lease, including on past rent rolls.`
          : `${name} does not join the lease.`
      }
      onClose={onClose}
      danger
      save={async (_, client) => {
        await client.removeLeaseResident({ lease_id: lease.lease_id, resident_id })
        return `${name} removed from the lease`
      }}
    >
      {hasBegun && (
        <Hint>
          If they lived in the unit and have left, or are leaving, choose Change days and enter their last day instead.
        </Hint>
      )}
    </FormDialog>
  )
}

function PrimaryDialog({ resident, lease, onClose }: DialogOf) {
  const { name } = resident
  const present = lease.residents.find(({ is_primary }) => is_primary)
  return (
    <RoleForm
      title="Make primary resident"
      about={`${name} becomes the primary resident of the lease${present ? `, and ${present.name} a co-tenant` : ''}.`}
      done={`${name} is the primary resident`}
      {...{ resident, lease, onClose }}
      roleOf={() => 'PRIMARY'}
    />
  )
}

function RoleDialog({ resident, lease, onClose }: DialogOf) {
  const { name, role } = resident
  const roles = ROLES.filter(each => each !== 'PRIMARY')
  return (
    <RoleForm
      title="Change role"
      about={`The role of ${name} on the lease.`}
      done={`Role of ${name} changed`}
      {...{ resident, lease, onClose }}
      roleOf={text => text('role') as Role}
    >
      <SelectField name="role" label="Role" choices={wordChoices(roles)} defaultValue={role} required />
    </RoleForm>
  )
}

function RoleForm({
  title,
  about,
  done,
  resident: { resident_id, from },
  lease: { lease_id, start_date, move_out_date, status },
  onClose,
  roleOf,
  children,
}: DialogOf & {
  title: string
  about: string
  done: string
  roleOf: (text: (name: string) => string) => Role
  children?: ReactNode
}) {
  const { today } = useOrganization()
  // The role of somebody who joins the lease later, or of a lease that has not begun, is the one from their first day on.
  const begins = from ?? start_date
  const hasBegun = begins <= today
  return (
    <FormDialog
      title={title}
      about={about}
      onClose={onClose}
      save={async (values, client) => {
        const change: ChangeLeaseResidentInput = { lease_id, resident_id, role: roleOf(values.text) }
        await client.changeLeaseResident(hasBegun ? { ...change, role_from: values.text('role_from') } : change)
        return done
      }}
    >
      <FieldRow>
        {children}
        {hasBegun && (
          <TextField
            name="role_from"
            label="From"
            type="date"
            defaultValue={(status === 'ENDED' && move_out_date) || today}
            min={begins}
            max={today}
            hint="An earlier day changes the rent rolls from that day on."
            required
          />
        )}
      </FieldRow>
    </FormDialog>
  )
}

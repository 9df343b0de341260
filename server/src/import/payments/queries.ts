/** SQL that booking imported payments needs. `$1` is the organization. */
import { statement } from '#server/db/statement.ts'

/** Nobody else settles invoices of the leases until our transaction is over. */
export const lockLeases = statement<{ id: string }>(
  'lock_leases_of_payments',
  'select id from leases where organization_id = $1 and id = any($2::text[]) order by id for no key update',
)

export type OpenInvoice = {
  id: string
  leaseId: string
  isDeposit: boolean
  issueDate: string
  dueDate: string
  balanceCents: number
}

/** Oldest due first, lease by lease. `offset 0` keeps one look-up a lease, whatever the statistics say. */
export const listOpenInvoices = statement<OpenInvoice>(
  'list_open_invoices_of_leases',
  `select i.id, wanted.lease_id as "leaseId", i.is_deposit as "isDeposit", i.issue_date as "issueDate", i.due_date as "dueDate",
          i.total_cents - i.paid_cents as "balanceCents"
     from unnest($2::text[]) as wanted (lease_id)
     cross join lateral (
       select *
         from invoices of_lease
        where of_lease.organization_id = $1 and of_lease.lease_id = wanted.lease_id
          and of_lease.status in ('OPEN', 'PARTIALLY_PAID')
       offset 0
     ) i
    order by wanted.lease_id, i.due_date, i.issue_date, i.number`,
)

/** The day from which the ledger of a lease counts: on it a rent roll brought its balance or deposit forward. */
export const listOpeningDays = statement<{ leaseId: string; openedOn: string }>(
  'list_opening_days_of_leases',
  `select wanted.lease_id as "leaseId", min(e.effective_on) as "openedOn"
     from unnest($2::text[]) as wanted (lease_id)
     cross join lateral (
       select of_lease.effective_on
         from ledger_entries of_lease
        where of_lease.organization_id = $1 and of_lease.lease_id = wanted.lease_id
          and (of_lease.code = 'OPENING_BALANCE'
               or (of_lease.account = 'DEPOSIT' and of_lease.amount_cents > 0 and of_lease.invoice_id is null and of_lease.payment_id is null))
       offset 0
     ) e
    group by wanted.lease_id`,
)

export const findClosedDay = statement<{ closedThrough: string | null }>(
  'find_closed_day',
  'select books_closed_through as "closedThrough" from organizations where id = $1',
)

/** Queries of what an import of a ledger compares with a file. `$1` is the organization. */
import { statement } from '#server/db/statement.ts'

/** The state of the ledger of a lease before its history is imported. */
export type LedgerStart = {
  lease_id: string
  /** The day on which a rent roll stated its balance; null if none did. */
  stated_on: string | null
  /** The first day of a line that a history has posted; null if none has. */
  history_from: string | null
  /** The first day of an invoice or payment that belongs neither to a history nor to an opening balance; null if there is none. */
  own_from: string | null
}

export const listLedgerStarts = statement<LedgerStart>(
  'list_ledger_starts',
  `select wanted.lease_id, coalesce(opening.stated_on, opened.on) as stated_on, least(charged.history_from, paid.history_from) as history_from,
          least(charged.own_from, paid.own_from) as own_from
     from unnest($2::text[]) as wanted (lease_id)
     left join lateral (
       select o.stated_on from lease_openings o where o.organization_id = $1 and o.lease_id = wanted.lease_id offset 0
     ) opening on true
     cross join lateral (
       select max(e.effective_on) as "on"
         from ledger_entries e
        where e.organization_id = $1 and e.lease_id = wanted.lease_id and e.account = 'RECEIVABLE' and e.code = 'OPENING_BALANCE'
     ) opened
     cross join lateral (
       select min(i.issue_date) filter (where starts_with(i.external_id, 'history:')) as history_from,
              min(i.issue_date) filter (
                where not i.is_draft and i.voided_on is null and not coalesce(starts_with(i.external_id, 'history:'), false)
                  and i.lines -> 0 ->> 'charge_code' <> 'OPENING_BALANCE'
              ) as own_from
         from invoices i
        where i.organization_id = $1 and i.lease_id = wanted.lease_id
     ) charged
     cross join lateral (
       select min(p.payment_date) filter (where starts_with(p.external_id, 'history:')) as history_from,
              min(p.payment_date) filter (
                where p.status in ('PAID', 'REVERSED', 'REFUNDED') and not coalesce(starts_with(p.external_id, 'history:'), false)
                  and not exists (
                    select from ledger_entries e where e.organization_id = $1 and e.payment_id = p.id and e.code = 'OPENING_BALANCE'
                  )
              ) as own_from
         from payments p
        where p.organization_id = $1 and p.lease_id = wanted.lease_id
     ) paid`,
)

/** The deposits of the leases `$2` that a rent roll stated, and the total that is held on that day, which is more if their histories paid for them. */
export const listStatedDeposits = statement<{
  lease_id: string
  stated_on: string
  stated_cents: number
  held_cents: number
}>(
  'list_stated_deposits',
  `select wanted.lease_id, stated.effective_on as stated_on, stated.amount_cents as stated_cents, held.cents as held_cents
     from unnest($2::text[]) as wanted (lease_id)
     cross join lateral (
       select min(e.effective_on) as effective_on, sum(e.amount_cents)::bigint as amount_cents
         from ledger_entries e
        where e.organization_id = $1 and e.lease_id = wanted.lease_id and e.account = 'DEPOSIT' and e.invoice_id is null
          and e.payment_id is null and e.description like $3
     ) stated
     cross join lateral (
       select sum(e.amount_cents)::bigint as cents
         from ledger_entries e
        where e.organization_id = $1 and e.lease_id = wanted.lease_id and e.account = 'DEPOSIT' and e.effective_on <= stated.effective_on
     ) held
    where held.cents <> stated.amount_cents`,
)

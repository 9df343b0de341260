/** SQL of what changes after today, for statements that show what is owed today. `$1` is the organization, `$2` today. */

/**
 * The entries, after today, that apply payments to invoices or take that away, such as by a reversal. An entry that is dated after today is dated after
 * the day on which it was recorded, which the last condition states for the index `ledger_entries_ahead`.
 */
export const ALLOCATIONS_AHEAD = `(
          select e.lease_id, e.invoice_id, e.due_on, e.amount_cents
            from ledger_entries e
           where e.organization_id = $1 and e.payment_id is not null and e.due_on is not null and e.effective_on > $2::date
             and e.effective_on > ((e.recorded_at at time zone 'UTC') - interval '12 hours')::date
        )`

/** The invoices that are owed today, and void from a later day on. */
export const VOIDS_AHEAD = `(
          select i.lease_id, i.unit_id, i.issue_date, i.due_date, i.total_cents
            from invoices i
           where i.organization_id = $1 and i.voided_on > $2::date and i.issue_date <= $2::date and not i.is_draft
        )`

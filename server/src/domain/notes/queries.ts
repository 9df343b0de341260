/** SQL of notes and of the timeline of a record. `$1` is the organization. */
import type { ConsoleContract } from '#contract/console.ts'
import type { OutputOf } from '#contract/operation.ts'
import { statement } from '#server/db/statement.ts'

export type NoteRow = OutputOf<ConsoleContract['createNote']>
export type TimelineEntry = OutputOf<ConsoleContract['getTimeline']>['data'][number]

const COLUMNS = 'n.id as note_id, n.subject, n.author, n.body, n.created_at, n.edited_at'

export const insertNote = statement<NoteRow>(
  'insert_note',
  `insert into notes as n (organization_id, id, subject, author, body, created_at) values ($1, $2, $3, $4, $5, $6) returning ${COLUMNS}`,
)

/** The note `$2`, locked until the transaction ends. */
export const lockNote = statement<NoteRow>(
  'lock_note',
  `select ${COLUMNS} from notes n where n.organization_id = $1 and n.id = $2 for update`,
)

export const updateNoteBody = statement<NoteRow>(
  'update_note',
  `update notes n set body = $3, edited_at = $4 where n.organization_id = $1 and n.id = $2 returning ${COLUMNS}`,
)

export const deleteNoteRow = statement<never>('delete_note', 'delete from notes where organization_id = $1 and id = $2')

/**
 * The first record that was created at the same instant as `record`. IDs begin with their millisecond, as ten digits of base 32, and those that are
 * created together go on from there.
 */
const firstOf = (table: string, prefix: string, record: string) => `
      select one_of.id
        from ${table} one_of
       where one_of.organization_id = $1 and one_of.created_at = ${record}.created_at and one_of.id <= ${record}.id
         and one_of.id >= '${prefix}' || (
           select string_agg(
                    substr('0123456789abcdefghjkmnpqrstvwxyz', (ms.at >> (45 - 5 * digit) & 31)::int + 1, 1), '' order by digit
                  )
             from (select (extract(epoch from ${record}.created_at) * 1000)::bigint as at) ms, generate_series(0, 9) digit
         )
       order by one_of.id
       limit 1`

/** Where the log has changes of the record `id`: as its own, or as those of `logged` by `action` at one instant. */
type TimelineSubject = { id: string; logged: string; action: string | null; at: string | null }

/**
 * The records whose changes the timeline of the record `$2` shows: the record itself; if it is a lease, its invoices and payments; and if it is a unit,
 * its leases and work orders. A step on many records is logged once, under its month or policy, and a step on a deposit under its lease; the
 * invoices and payments that it made are found by its instant. An import is logged under the first payment or invoice that it recorded at that instant.
 */
export const listSubjects = statement<TimelineSubject>(
  'list_timeline_subjects',
  `select own.id, own.id as logged, null as action, null::timestamptz as at
     from (
       select $2::text as id
        union all
       select i.id from invoices i where i.organization_id = $1 and i.lease_id = $2
        union all
       select p.id from payments p where p.organization_id = $1 and p.lease_id = $2
        union all
       select l.id from leases l where l.organization_id = $1 and l.unit_id = $2
        union all
       select w.id from work_orders w where w.organization_id = $1 and w.unit_id = $2
     ) own
    union all
   select i.id, step.logged, step.action, step.at
     from (
       select * from invoices one where one.organization_id = $1 and one.id = $2
        union all
       select * from invoices of_lease where of_lease.organization_id = $1 and of_lease.lease_id = $2
     ) i
     left join lateral (${firstOf('invoices', 'inv_', 'i')}) first on true
    cross join lateral (
      values (nullif(first.id, i.id), 'invoice.record_many', i.created_at),
             (to_char(coalesce(i.recurring_month, i.released_month), 'YYYY-MM'), 'invoice.generate', i.created_at),
             (to_char(i.released_month, 'YYYY-MM'), 'invoice.void_month', i.voided_at),
             (case when i.lines @> '[{"charge_code": "LATE_FEE"}]' then 'late_fee_policy' end, 'late_fee.charge', i.created_at),
             (case when i.is_deposit and i.id = $2 then i.lease_id end, 'deposit.waive', coalesce(i.voided_at, i.created_at))
    ) step (logged, action, at)
    where step.logged is not null and step.at is not null
    union all
   select p.id, first.id, 'payment.record_many', p.created_at
     from (
       select * from payments one where one.organization_id = $1 and one.id = $2
        union all
       select * from payments of_lease where of_lease.organization_id = $1 and of_lease.lease_id = $2
     ) p
    cross join lateral (${firstOf('payments', 'pay_', 'p')}) first
    where first.id <> p.id
    union all
   select p.id, p.lease_id, 'deposit.withhold', p.created_at
     from payments p
    where p.organization_id = $1 and p.id = $2 and p.method = 'OTHER'`,
)

/** The residents whose messages belong to the record `$2`: a resident, or those of a lease. */
export const listResidentsOf = statement<{ id: string }>(
  'list_timeline_residents',
  `select r.id from residents r where r.organization_id = $1 and r.id = $2
    union
   select lr.resident_id from lease_residents lr where lr.organization_id = $1 and lr.lease_id = $2`,
)

export type ChangeRow = Pick<TimelineEntry, 'id' | 'occurred_at' | 'actor' | 'subject' | 'action' | 'status' | 'events'>

/**
 * The last `$7` changes of the records `$2` before the uuid `$6`, where the log has them by `$3`, `$4` and `$5`, with the types of the events that were emitted at the same instant about the same record.
 * Changes of notes are left out, since the notes are shown. Each record is looked up in the index by itself: for a list of records, PostgreSQL
 * would read all entries of the organization.
 */
export const listChangesOf = statement<ChangeRow>(
  'list_timeline_changes',
  `select change.id, change.occurred_at, change.actor, change.subject, change.action, change.status, told.events
     from (
       select a.id, a.occurred_at, a.actor, wanted.id as subject, a.action,
              case when a.action in ('work_order.update', 'lead.advance') then a.after ->> 'status' end as status
         from unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[]) as wanted (id, logged, action, at)
        cross join lateral (
          select *
            from administrative_log of_record
           where of_record.organization_id = $1 and of_record.subject = wanted.logged and of_record.id < $6::uuid
             and of_record.action not like 'note.%'
             and (wanted.action is null or of_record.action = wanted.action and of_record.occurred_at = wanted.at)
           order by of_record.id desc
           limit case when wanted.action is null then $7::int else 1 end
        ) a
        order by a.id desc
        limit $7::int
     ) change
    cross join lateral (
      select coalesce(jsonb_agg(of_type.type order by of_type.first), '[]') as events
        from (
          select e.type, min(e.id::text) as first
            from events e
           where e.organization_id = $1 and e.occurred_at = change.occurred_at and strpos(e.data::text, change.subject) > 0
           group by e.type
        ) of_type
    ) told
    order by change.id desc`,
)

export type MessageOf = Pick<TimelineEntry, 'id' | 'occurred_at' | 'subject' | 'text' | 'status'>

/** The last `$4` messages to the residents `$2` before the instant `$3`. */
export const listMessagesTo = statement<MessageOf>(
  'list_timeline_messages',
  `select m.id, m.created_at as occurred_at, m.resident_id as subject, coalesce(m.subject, m.body) as text,
          case when m.is_captured then 'CAPTURED' else m.status end as status
     from unnest($2::text[]) as wanted (resident_id)
     cross join lateral (
       select *
         from messages of_resident
        where of_resident.organization_id = $1 and of_resident.resident_id = wanted.resident_id and of_resident.created_at < $3
        order by of_resident.created_at desc
        limit $4::int
     ) m
    order by m.created_at desc
    limit $4::int`,
)

/** The last `$4` notes on the record `$2` before the instant `$3`. */
export const listNotesOn = statement<NoteRow>(
  'list_notes_on',
  `select ${COLUMNS}
     from notes n
    where n.organization_id = $1 and n.subject = $2 and n.created_at < $3
    order by n.created_at desc, n.id desc
    limit $4::int`,
)

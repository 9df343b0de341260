/** SQL of what the dates of a lease were before they changed. `$1` is the organization. */
import { statement } from '#server/db/statement.ts'

/**
 * What the dates of the signed leases `$2`, of which they are about to become, were until the day `$3`. A notice, an eviction or a move-out that is
 * dated earlier counts from its own day, so that the days from then on show it, and so do the rows of changes that were made since.
 */
export const insertDateChanges = statement<never>(
  'insert_lease_date_changes',
  `with changed as materialized (
     select l.*, t."termType", t."startDate", t."endDate", t."moveInDate", t."moveOutDate", t."noticeGivenOn", t."evictionFiledOn",
            least(
              $3::date,
              case when t."moveOutDate" is distinct from l.move_out_date then least(l.move_out_date, t."moveOutDate") end,
              case when t."noticeGivenOn" <> coalesce(l.notice_given_on, 'infinity') then least(l.notice_given_on, t."noticeGivenOn") end,
              case when t."evictionFiledOn" <> coalesce(l.eviction_filed_on, 'infinity') then least(l.eviction_filed_on, t."evictionFiledOn") end
            ) as changed_on
       from jsonb_to_recordset($2::jsonb) as t (
         id text, "termType" text, "startDate" date, "endDate" date, "moveInDate" date, "moveOutDate" date, "noticeGivenOn" date,
         "evictionFiledOn" date
       )
       join leases l on l.organization_id = $1 and l.id = t.id
      where l.stage = 'SIGNED'
        and (l.term_type, l.start_date, l.end_date, l.move_in_date, l.move_out_date, l.notice_given_on, l.eviction_filed_on)
          is distinct from
          (t."termType", t."startDate", t."endDate", t."moveInDate", t."moveOutDate", t."noticeGivenOn", t."evictionFiledOn")
   ),
   made_since as (
     update lease_date_changes c
        set previous_term_type = case when n."termType" <> n.term_type then n."termType" else c.previous_term_type end,
            previous_start_date = case when n."startDate" <> n.start_date then n."startDate" else c.previous_start_date end,
            previous_end_date = case when n."endDate" is distinct from n.end_date then n."endDate" else c.previous_end_date end,
            previous_move_in_date = case
              when n."moveInDate" is distinct from n.move_in_date then n."moveInDate" else c.previous_move_in_date
            end,
            previous_move_out_date = case
              when n."moveOutDate" is distinct from n.move_out_date then n."moveOutDate" else c.previous_move_out_date
            end,
            previous_notice_given_on = case
              when n."noticeGivenOn" is distinct from n.notice_given_on then n."noticeGivenOn" else c.previous_notice_given_on
            end,
            previous_eviction_filed_on = case
              when n."evictionFiledOn" is distinct from n.eviction_filed_on then n."evictionFiledOn" else c.previous_eviction_filed_on
            end
       from changed n
      where c.organization_id = $1 and c.lease_id = n.id and c.changed_on > n.changed_on
   )
   insert into lease_date_changes (
     organization_id, lease_id, changed_on, previous_term_type, previous_start_date, previous_end_date, previous_move_in_date,
     previous_move_out_date, previous_notice_given_on, previous_eviction_filed_on
   )
   select $1, n.id, n.changed_on, coalesce(next.previous_term_type, n.term_type), coalesce(next.previous_start_date, n.start_date),
          case when next.lease_id is null then n.end_date else next.previous_end_date end,
          case when next.lease_id is null then n.move_in_date else next.previous_move_in_date end,
          case when next.lease_id is null then n.move_out_date else next.previous_move_out_date end,
          case when next.lease_id is null then n.notice_given_on else next.previous_notice_given_on end,
          case when next.lease_id is null then n.eviction_filed_on else next.previous_eviction_filed_on end
     from changed n
     left join lateral (
       select c.*
         from lease_date_changes c
        where c.organization_id = $1 and c.lease_id = n.id and c.changed_on >= n.changed_on
        order by c.changed_on
        limit 1
     ) next on true
       on conflict do nothing`,
)

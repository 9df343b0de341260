-- PostgreSQL must know the time zone of every organization: one statement finds those in which a day has begun, and a zone that is unknown to
-- PostgreSQL would end it for all of them. The files of the runtime may have zones that those of PostgreSQL lack.
-- Locks organizations for a moment.

alter table organizations
  add constraint time_zone_is_known check (timezone(time_zone, timestamptz '2026-01-01 00:00:00+00') is not null);

-- What members work with on records: payments voided as a mistake of ours, notes, the late-fee policy, and which late invoice a fee was charged for.
-- Adds three tables and a column of payments, which is locked for an instant, and an index of the administrative log, whose writers wait while it is made.

-- A payment that was keyed in by mistake never came in: it is CANCELLED, and this says that it had counted until then. Not validated, since no
-- row has a value yet.
alter table payments
  add column voided_at timestamptz(3),
  add constraint payments_voided_check check (voided_at is null or status = 'CANCELLED') not valid;

create index administrative_log_by_subject on administrative_log (organization_id, subject, id desc);

-- `subject` is the ID of any record, so no foreign key can hold it; the operation looks it up.
create table notes (
  organization_id uuid not null references organizations,
  id text collate "C" not null,
  subject text collate "C" not null check (length(subject) between 1 and 64),
  author text not null check (length(author) between 1 and 254),
  body text not null check (length(body) between 1 and 5000),
  created_at timestamptz(3) not null default transaction_timestamp(),
  edited_at timestamptz(3),
  primary key (organization_id, id)
);
create index notes_by_subject on notes (organization_id, subject, created_at desc, id desc);

-- Without an amount no fees are proposed.
create table late_fee_policies (
  organization_id uuid primary key references organizations,
  grace_days integer not null check (grace_days between 0 and 60),
  flat_cents bigint check (flat_cents between 1 and 10000000000000),
  percent_basis_points integer check (percent_basis_points between 1 and 10000),
  check (flat_cents is null or percent_basis_points is null)
);

-- An invoice has at most one late fee, also if the invoice of the fee was voided: a fee that was waived is not proposed again.
create table late_fees (
  organization_id uuid not null references organizations,
  invoice_id text collate "C" not null,
  fee_invoice_id text collate "C" not null,
  primary key (organization_id, invoice_id),
  unique (organization_id, fee_invoice_id),
  foreign key (organization_id, invoice_id) references invoices,
  foreign key (organization_id, fee_invoice_id) references invoices
);

do $$
declare
  table_name text;
begin
  foreach table_name in array array['notes', 'late_fee_policies', 'late_fees'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format('alter table %I force row level security', table_name);
    execute format('create policy tenant on %I to gatehouse_app using (organization_id = (select current_organization()))', table_name);
    execute format('grant select, insert on %I to gatehouse_app', table_name);
  end loop;
end
$$;
grant update on notes, late_fee_policies to gatehouse_app;
-- A note is its author's, who may take it back. The administrative log keeps that it was there.
grant delete on notes to gatehouse_app;

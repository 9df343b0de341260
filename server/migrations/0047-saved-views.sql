-- Views of lists that members save, each their own. Adds a table and locks nothing else.

-- A member of a sandbox has no row there, so no foreign key can hold `user_id`.
create table saved_views (
  organization_id uuid not null references organizations,
  id text collate "C" not null,
  user_id text collate "C" not null check (length(user_id) between 1 and 64),
  page text collate "C" not null check (length(page) between 1 and 100),
  name text not null check (length(name) between 1 and 80),
  query text not null check (length(query) <= 2000),
  created_at timestamptz(3) not null,
  primary key (organization_id, id),
  unique (organization_id, user_id, page, name)
);
alter table saved_views enable row level security;
alter table saved_views force row level security;
create policy tenant on saved_views to gatehouse_app using (organization_id = (select current_organization()));
grant select, insert, update, delete on saved_views to gatehouse_app;

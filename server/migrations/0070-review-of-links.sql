-- Links whose files are checked before they open (G9).
alter table link
  -- Files are being checked; somebody has to decide; it may open; some content may not leave; somebody decided against it; nobody decided in time.
  add column review text not null default 'passed'
    check (review in ('scanning', 'waiting', 'passed', 'blocked', 'refused', 'timeout')),
  -- When it came into this state.
  add column review_at timestamptz(3),
  add column reviewed_by uuid references person,
  add column review_note text;
create index link_in_review on link (review_at) where review in ('scanning', 'waiting');

-- What the check found in a file of a link, as the file was then.
create table link_check (
  link_id uuid not null references link on delete cascade,
  file_id uuid not null references file on delete cascade,
  version_id uuid not null,
  name text not null,
  verdict text not null check (verdict in ('clear', 'review', 'block', 'approved')),
  matches jsonb not null,
  unreadable text[] not null,
  checked_at timestamptz(3) not null,
  primary key (link_id, file_id)
);
create index link_check_by_file on link_check (file_id);

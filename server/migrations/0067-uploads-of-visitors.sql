-- Uploads by visitors of external links (B§7 link/upload).

-- The visitor's session that sends it, and its link; null: the person. `person_id` is the link's owner then. Both outlive the
-- session and the link, so that what was left open is found and ended.
alter table upload add column visitor_id uuid, add column link_id uuid;
alter table upload add constraint upload_visitor check ((visitor_id is null) = (link_id is null));
create index upload_link_open on upload (link_id, visitor_id) where state = 'open' and link_id is not null;

-- Files and folders that visitors of links added.
create table visitor_file (
  file_id uuid primary key references file on delete cascade,
  link_id uuid not null references link on delete cascade,
  -- The session, which may be over.
  visitor_id uuid not null,
  -- Who was signed in.
  person_id uuid references person on delete set null,
  -- As the visitor named and sent it: a visitor who may not see the folder is not shown what became of it.
  name text collate name_order not null,
  name_key text not null,
  is_folder boolean not null,
  size bigint not null,
  created_at timestamptz(3) not null
);
create index visitor_file_by_visitor on visitor_file (visitor_id, created_at, file_id);
create index visitor_file_by_link on visitor_file (link_id);

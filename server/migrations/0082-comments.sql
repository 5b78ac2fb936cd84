
-- Comments on files and folders. They are of the file wherever it is moved, and go with it.
create table comment (
  id uuid primary key,
  file_id uuid not null references file on delete cascade,
  author_id uuid references person on delete set null,
  text text not null,
  -- People who are mentioned.
  mentions uuid[] not null default '{}',
  created_at timestamptz not null default now(),
  edited_at timestamptz
);
create index comment_of_file on comment (file_id, id);
create index comment_by_author on comment (author_id);

-- Locks that an Office server holds while people edit a file with it (WOPI). They end by themselves.
create table edit_lock (
  file_id uuid primary key references file on delete cascade,
  -- What the Office server calls it.
  lock_id text not null check (char_length(lock_id) between 1 and 1024),
  -- In whose name it was taken.
  person_id uuid not null references person on delete cascade,
  -- The Office server of this cluster has the file open: whoever opens it next edits there.
  cluster_id uuid references cluster on delete set null,
  -- The version that is edited: the current one when the lock was taken, or what was saved with it.
  version_id uuid not null,
  locked_at timestamptz not null,
  expires_at timestamptz not null
);
create index edit_lock_expires on edit_lock (expires_at);
create index edit_lock_person on edit_lock (person_id);
create index edit_lock_cluster on edit_lock (cluster_id);

-- A ZIP stores content as it is: with its CRC-32 known from the day it came, an archive's length and every offset in
-- it are known before its first byte is sent, so that a download that was cut goes on where it was.
alter table blob add column crc32 bigint;

-- What a selection's address stands for: a thousand ids do not fit into a URL.
create table archive (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  file_ids uuid[] not null,
  created_at timestamptz not null
);
create index archive_created on archive (created_at);

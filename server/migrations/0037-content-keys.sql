-- Content may be encrypted where it lies: by keys that are derived, object by object, from these few. They are wrapped by a
-- master key that whoever runs the server keeps elsewhere; when that changes, these rows are wrapped anew and no content is.
create table content_key (
  -- Written into every segment that was encrypted by it, in three bytes.
  number integer primary key check (number between 1 and 16777215),
  -- Tells master keys apart, and nothing about them.
  master text not null,
  wrapped bytea not null,
  made_at timestamptz not null
);

-- Bytes that came in full, and content that was here already is used instead of them. That may have rotted unseen, so they
-- are kept as its spare until it was read; a crash in between must lose neither.
alter table loose_object
  -- By which the object is known, where its store says so.
  add column etag text,
  -- No reference: the content may go first, and then the spare goes too.
  add column spare_for uuid;
create index loose_object_spare on loose_object (bucket, since) where spare_for is not null;

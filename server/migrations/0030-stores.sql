-- Stores that others send to themselves: what was saved is known by its ETag there and read as that alone. What is too
-- large to be read before it is saved is 'received' until a job has read it; till then whoever sent it reads it alone.
alter table blob add column etag text, add column sent_by uuid;
create index blob_received on blob (created_at) where state = 'received';

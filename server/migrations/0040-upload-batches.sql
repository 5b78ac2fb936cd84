-- Many small files in one call: the batch that its sender made up, and the file's number in it, so that the same call again
-- finds what the first one did.
alter table upload add column batch uuid, add column batch_no int, add check ((batch is null) = (batch_no is null));
create unique index upload_batch on upload (person_id, batch, batch_no) where batch is not null;

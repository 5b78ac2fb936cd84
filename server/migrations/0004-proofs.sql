-- What is asked of a person about some content is derived from both and never changes; only the nonce is kept.
alter table upload_proof drop column ranges;

-- Wrong answers, so that nobody guesses on: who gave too many within a day is offered that content no more.
create table upload_proof_wrong (
  person_id uuid not null references person on delete cascade,
  blob_id uuid not null references blob on delete cascade,
  count integer not null,
  since timestamptz not null,
  primary key (person_id, blob_id)
);
create index upload_proof_wrong_blob on upload_proof_wrong (blob_id);
create index upload_proof_wrong_since on upload_proof_wrong (since);

-- Who put which content somewhere: content that everybody has is named by very many versions.
drop index file_version_blob;
create index file_version_blob on file_version (blob_id, created_by);

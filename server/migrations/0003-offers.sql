-- An instant upload is claimed by its offer, not by the content's own id: a claim whose answer was lost is made again
-- and answers the same file instead of a second one.
create table upload_offer (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  blob_id uuid not null references blob on delete cascade,
  -- What the first claim answered.
  file_id uuid,
  outcome text,
  expires_at timestamptz not null
);
create index upload_offer_expiry on upload_offer (expires_at);
create index upload_offer_blob on upload_offer (blob_id);

-- Subtrees that are being removed for good, a piece at a time: from the first piece on their sums are right no more,
-- and nothing of them comes back.
create table purge (
  top_id uuid primary key references file on delete cascade,
  begun_at timestamptz not null default now()
);

-- How many offers a person has open is asked at each new one.
create index upload_offer_open on upload_offer (person_id) where file_id is null;

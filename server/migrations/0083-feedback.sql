-- What people write to the administrators about the product.
create table feedback (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  kind text not null check (kind in ('problem', 'idea', 'question')),
  text text not null,
  -- Page, version, browser, language and trace id, as the person saw them before sending.
  facts jsonb not null default '{}',
  state text not null default 'new' check (state in ('new', 'open', 'answered', 'closed')),
  created_at timestamptz(3) not null,
  -- When it came into this state.
  state_at timestamptz(3) not null,
  answer text not null default '',
  answered_by uuid references person on delete set null
);
create index feedback_by_person on feedback (person_id, created_at);
create index feedback_by_creation on feedback (created_at, id);

-- Drawn anew by the server, so that nothing of the file that was sent is in it; apart, so that lists do not read it.
create table feedback_picture (
  feedback_id uuid primary key references feedback on delete cascade,
  webp bytea not null check (octet_length(webp) <= 1048576)
);

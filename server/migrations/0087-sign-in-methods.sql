-- How a session was opened, and when its person last proved who they are (a sign-in, or a confirmation later).
alter table session
  add column method text not null default 'password',
  add column confirmed_at timestamptz;
update session set confirmed_at = created_at;
alter table session alter column confirmed_at set default now(), alter column confirmed_at set not null;

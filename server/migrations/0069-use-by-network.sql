-- What networks used of external links within an hour or a day, for limits by network. Rows of past days are deleted.
create table network_use (
  network text not null,
  -- 'visits' and 'bytes' of all links; or a link's id: sessions that began there.
  subject text not null,
  period_start timestamptz(3) not null,
  amount bigint not null,
  primary key (network, subject, period_start)
);
create index network_use_by_period on network_use (period_start);
-- When the owner was last notified of somebody who is locked out after wrong codes.
alter table link add column locked_at timestamptz(3);

-- Clouds: accounts and networks that several buckets have in common.
create table cloud (
  id uuid primary key,
  provider text check (provider in ('ceph', 'minio', 'swift', 'aws', 'aliyun', 'other')),
  name text not null,
  user_name text not null default '',
  -- Connected to instead of what DNS says of the endpoints of its buckets.
  addresses text[] not null default '{}',
  -- Of endpoints that name none.
  port integer check (port between 1 and 65535),
  -- Access key and secret key for buckets without keys of their own, sealed.
  credentials bytea,
  -- Signs download addresses at the distribution domain, sealed.
  protocol_key bytea,
  distribution_domain text not null default '',
  key_pair_id text not null default '',
  acceleration boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index cloud_name on cloud (lower(name));

-- Its settings are copied to the buckets (`bucket.cloud`, and `credentials` of those without keys of their own) whenever they
-- change, so that servers find all of a bucket in its row.
alter table bucket
  add column cloud_id uuid references cloud,
  add column own_keys boolean not null default true;
create index bucket_cloud on bucket (cloud_id);

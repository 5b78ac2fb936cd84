-- Rules that find sensitive content, and what they found in content.
create table dlp_rule (
  id uuid primary key,
  name text not null,
  name_key text not null unique,
  kind text not null check (kind in ('words', 'pattern', 'idCard', 'bankCard', 'fileName', 'fileType')),
  terms text[] not null,
  pattern text not null,
  threshold integer not null check (threshold > 0),
  level text not null check (level in ('low', 'medium', 'high')),
  action text not null check (action in ('review', 'block')),
  enabled boolean not null,
  updated_at timestamptz(3) not null
);

-- What the rules of a version found in content, whatever its file is named. Rows of older versions are replaced.
create table dlp_scan (
  sha256 bytea not null,
  size bigint not null,
  rules_version bigint not null,
  matches jsonb not null,
  -- Reasons why some of it could not be read.
  unreadable text[] not null,
  scanned_at timestamptz(3) not null,
  primary key (sha256, size)
);

insert into dlp_rule (id, name, name_key, kind, terms, pattern, threshold, level, action, enabled, updated_at) values
  ('01900000-0000-7000-8000-000000000001', '身份证号码', '身份证号码', 'idCard', '{}', '', 1, 'high', 'review', false, now()),
  ('01900000-0000-7000-8000-000000000002', '银行卡号', '银行卡号', 'bankCard', '{}', '', 1, 'high', 'review', false, now()),
  ('01900000-0000-7000-8000-000000000003', '密级标记', '密级标记', 'words',
    '{绝密,机密,秘密文件,商业秘密,内部资料,严禁外传,不得外传,strictly confidential,top secret,company confidential,internal use only,do not distribute}',
    '', 1, 'medium', 'review', false, now()),
  ('01900000-0000-7000-8000-000000000004', '证书与密钥', '证书与密钥', 'pattern', '{}',
    '-----begin (?:[a-z0-9]+ )*private key-----|\bakia[0-9a-z]{16}\b', 1, 'high', 'block', false, now());

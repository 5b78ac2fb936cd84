-- A bucket that was added can be asked to encrypt by itself, as the environment's can: nothing of it is secret, and the keys
-- are the store's. Null: it is asked for nothing; of a key: the store's own.
alter table bucket
  add column encryption text check (encryption in ('AES256', 'aws:kms')),
  add column kms_key text,
  add check (kms_key is null or encryption = 'aws:kms');

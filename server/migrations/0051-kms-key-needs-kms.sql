-- A key of the store's stands beside 'aws:kms' alone. The check of 0047 let it stand where nothing is asked for as well: null
-- is no answer, and what a check has no answer to it lets pass. Such a key was never sent anywhere, so nothing is lost with it.
update bucket set kms_key = null where kms_key is not null and encryption is distinct from 'aws:kms';
alter table bucket
  add constraint bucket_kms_key_needs_kms check (kms_key is null or encryption is not distinct from 'aws:kms');

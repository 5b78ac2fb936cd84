-- Administrators ask for the latest files among all people and groups: without this the whole table would be sorted.
create index file_latest on file (updated_at desc, id desc);

-- Search by name in all files that a person may find. Both extensions are trusted: the owner of the database may create them.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- How a name with Chinese characters is typed on a keyboard (tree/pinyin.ts): ' ' before each word; '' for names without
-- any. Null until the server has computed it, for rows of earlier versions.
alter table file add column pinyin text;
alter table copy_row add column pinyin text;
create index file_without_pinyin on file (id) where pinyin is null;

-- The space is in the index, so that a search reads only entries of spaces that the searcher has access to.
create index file_search on file using gin (space_id, name_key gin_trgm_ops, pinyin gin_trgm_ops);

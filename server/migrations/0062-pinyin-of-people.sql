-- How names of people, departments and groups are typed on a keyboard, as `file.pinyin` has it for files (tree/pinyin.ts). Null
-- until the server has computed it, for rows of earlier versions.
alter table person add column pinyin text;
alter table department add column pinyin text;
alter table "group" add column pinyin text;
create index person_without_pinyin on person (id) where pinyin is null;
create index department_without_pinyin on department (id) where pinyin is null;
create index group_without_pinyin on "group" (id) where pinyin is null;

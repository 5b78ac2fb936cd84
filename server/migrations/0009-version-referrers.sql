-- Each version that goes is looked for among the files that name it as their current one: without an index that is a
-- walk over every file there is, once for each version of a purge.
create index file_version_current on file (version_id) where version_id is not null;

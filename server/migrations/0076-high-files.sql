-- What visitors of links do not see in a folder for its classification.
create index file_high on file (parent_id) where classification >= 2;


-- Activity of a file, and of a folder with what lies directly in it, page by page. A change names at most two folders where files
-- are moved or renamed: the order of each index is the order of a page.
create index change_of_file on change (file_id, xid, id) where file_id is not null;
create index change_in_folder on change ((parent_ids[1]), xid, id) where parent_ids[1] is not null;
create index change_in_second_folder on change ((parent_ids[2]), xid, id) where parent_ids[2] is not null;

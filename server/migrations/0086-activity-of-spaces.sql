-- Activity of a group is read in the order of this index, page by page; the feed of a space by its beginning.
create index change_of_space on change (space_id, xid, id);
drop index change_by_space;

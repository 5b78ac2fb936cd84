-- Locks the spaces that files belong to, in one order for everybody. While it waited, something may have gone into
-- another space: what it answers for is what is so once the locks are held.
create function lock_spaces(file_ids uuid[]) returns void language plpgsql as $$
declare
  wanted uuid[];
  held uuid[];
begin
  loop
    select array_agg(distinct space_id) into wanted from file where id = any(file_ids);
    perform from space where id = any(wanted) order by id for update;
    select array_agg(distinct space_id) into held from file where id = any(file_ids);
    exit when held <@ wanted or held is null;
  end loop;
end $$;

-- How many favourites a person has was kept and never asked: what goes into the recycle bin takes any number of marks
-- out of the list along with one row, so a list counts what it shows.
drop trigger favorite_added on favorite;
drop trigger favorite_removed on favorite;
drop function keep_favorite_count();
alter table person drop column favorites;

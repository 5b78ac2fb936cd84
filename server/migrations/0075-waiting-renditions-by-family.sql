-- Waiting renditions are found by the family of their kind, which is before the number of its part (`pages of pdf#0`).
drop index rendition_waiting;
create index rendition_waiting on rendition (split_part(kind, '#', 1)) where state in ('queued', 'running');

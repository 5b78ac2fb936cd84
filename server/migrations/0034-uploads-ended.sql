-- Who sent an upload is told when it was an administrator who ended it: its client would begin anew otherwise.
alter table upload add column ended_by uuid references person on delete set null;

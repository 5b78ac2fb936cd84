-- A sync is its targets: what is missing there is copied from wherever it lies. A cluster that was once the home of what is synced can be deleted.
alter table sync_rule drop column from_cluster_id;

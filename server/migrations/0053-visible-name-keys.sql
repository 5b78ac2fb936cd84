-- Keys of names leave out characters that nobody sees, so that two names that look the same are one. Keys are made by
-- nameKey of the contract, which SQL cannot say: db/rekey-names.ts, run in this file's transaction, writes them anew where a
-- name has such a character. Where that key is taken in the same place both names stay as they are, and the later keeps
-- the key that it has.
select 1;

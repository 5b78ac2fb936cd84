-- The session of the person who was signed in when the visit began: a visit of a link that is not for anyone ends with it.
-- Without a reference, so that visits of links for anyone stay when it is deleted.
alter table link_visitor add column session_id uuid;

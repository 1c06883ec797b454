-- Whether the address of whoever is deleted was known to be theirs: only then what others wrote under it goes.
alter table deletions add column email_proven boolean not null default false;

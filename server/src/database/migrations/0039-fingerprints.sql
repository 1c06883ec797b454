-- What a file looks like, to find it again; empty of what is too flat to be told from others.
alter table media_files add column fingerprint text;

-- Whoever takes their data along reads their own part of the log, not everybody's.
create index access_log_user on access_log (user_id, at);

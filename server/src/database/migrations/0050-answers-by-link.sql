-- Whether an answer came by the link; null of those from before this was kept, which their user tells.
alter table approval_answers add column by_link boolean;

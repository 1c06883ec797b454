-- What may have happened to it unseen is only that its owner published it: nothing of ours went out unwatched.
alter table posts add column unseen_by_hand boolean not null default false;

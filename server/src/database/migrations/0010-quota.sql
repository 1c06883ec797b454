-- Posts that go out on another account than they were meant for, or were meant for none: with those of
-- `posts_account`, all of an account's posts of some hours are found without a look at the others.
create index posts_other_account on posts (ig_user_id, scheduled_time)
  where ig_user_id is distinct from target_ig_user_id;

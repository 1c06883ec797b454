-- When Instagram does not take a post, its owner publishes it by hand.
alter table posts
  -- Since when its owner may have published it by hand: they were told how, or said that they will. Before
  -- another attempt of ours the account is looked at.
  add column plan_b_at timestamptz,
  -- The hour that they were told about: once for each.
  add column plan_b_for timestamptz,
  -- When the account was last looked at for it.
  add column plan_b_looked_at timestamptz,
  -- Its owner has taken it over: no attempt of ours is made any more. Of a published one: it was theirs.
  add column by_hand_since timestamptz;
-- The mail that leads to the page with its media and its caption.
alter table notices add column plan_b boolean not null default false;

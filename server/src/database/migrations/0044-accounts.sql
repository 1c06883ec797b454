-- A workspace has several Instagram accounts.
alter table instagram_connections
  -- When the account came to the workspace; null: with this connection. Renewing one keeps its place.
  add column standing_since timestamptz;
alter table instagram_authorizations
  -- Whoever began it asks for one more account, and not for another in the place of the one there is.
  add column adds boolean not null default false;
alter table posts
  -- Its owner has said which account it is for: it goes out on no other unasked.
  add column account_chosen boolean not null default false;

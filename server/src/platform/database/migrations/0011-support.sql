create table support_messages (
  id uuid primary key,
  user_id uuid references users on delete cascade,
  category text not null,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  -- Hash of the whole message: an equal message within an hour is a repetition after a lost response.
  content_sha256 bytea not null,
  -- The plan of the sender gives the message priority.
  is_priority boolean not null,
  -- The reasons why the message looks like spam.
  marks text[] not null check (marks <@ array['hasty', 'links']),
  -- Whether the sender gets an acknowledgement.
  has_acknowledgement boolean not null,
  -- When the emails to the sender and to the team were sent.
  acknowledged_at timestamptz,
  forwarded_at timestamptz,
  created_at timestamptz not null default app_now()
);
comment on table support_messages is
  'Messages to the support team. user_id is null for a sender who was not logged in.';
create index support_messages_content on support_messages (content_sha256);
create index support_messages_created on support_messages (created_at);
create index support_messages_email on support_messages (lower(email));
create index support_messages_user on support_messages (user_id, id) where user_id is not null;

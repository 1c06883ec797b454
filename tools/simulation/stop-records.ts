/** A stop's reason comes from pauses, approvals and the history, not from the engine's columns. */
export const STOP_RECORDS = `
  create table pauses_seen (workspace_id uuid not null, since timestamptz not null,
    until timestamptz, ended_at timestamptz);
  create function note_pause() returns trigger language plpgsql as $$begin
    if tg_op = 'INSERT' then
      insert into pauses_seen values (new.workspace_id, app_now(), new.until);
    elsif tg_op = 'UPDATE' then
      update pauses_seen set until = new.until
      where workspace_id = new.workspace_id and ended_at is null;
    else
      update pauses_seen set ended_at = app_now()
      where workspace_id = old.workspace_id and ended_at is null;
    end if;
    return null;
  end$$;
  create trigger pauses_are_seen after insert or update or delete on publishing_pauses
    for each row execute function note_pause();

  -- A chosen due time is never past: one that passed in a pause has not been chosen since.
  create function why_stopped(post publications) returns text language sql stable as $$
    select case
      when exists (select from pauses_seen s
        where s.workspace_id = post.workspace_id
          and (s.until is null or post.scheduled_time < s.until)
          and (s.ended_at is null or post.scheduled_time <= s.ended_at)) then 'paused'
      when exists (select from approvals a
        where a.post_id = post.post_id and a.state <> 'approved') then 'not approved'
      when (select e.kind from post_events e
        where e.post_id = post.post_id and e.kind in ('manual_publishing_started', 'scheduled', 'publish_now')
        order by e.id desc limit 1) = 'manual_publishing_started' then 'taken over'
    end$$;

  create table intents (post_id uuid not null, at timestamptz not null, why text);
  create function note_intent() returns trigger language plpgsql as
    $$begin insert into intents values (new.post_id, app_now(), why_stopped(new)); return null; end$$;
  create trigger intents_are_seen after update on publications for each row
    when (new.state = 'publishing' and old.state <> 'publishing') execute function note_intent();

  create table stopped (post_id uuid not null, why text);
  create function note_stopped() returns trigger language plpgsql as $$begin
    insert into stopped values (new.post_id, coalesce(why_stopped(new),
      case when new.error_code = 'approved-late' and new.scheduled_time <= app_now()
        then 'approved late' end));
    return null;
  end$$;
  create trigger drafts_are_seen after update on publications for each row
    when (new.state = 'draft' and old.state <> 'draft') execute function note_stopped()`;

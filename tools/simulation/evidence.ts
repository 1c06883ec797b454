import type { Environment } from './installation.ts';

export interface LedgerMedium {
  id: string;
  ig_user_id: string;
  username: string;
  media_product_type: string;
  caption: string | null;
  container_id: string;
  published_at_ms: number;
}

interface LedgerContainer {
  id: string;
  ig_user_id: string;
  state: string;
  created_at_ms: number;
  published_as: string | null;
}

interface LedgerCall {
  time: number;
  method: string;
  path: string;
  params: Record<string, string>;
  status: number;
}

export interface StoredPost {
  id: string;
  status: string;
  state: string;
  /** The engine has not finished with it. */
  is_active: boolean;
  caption: string;
  media_type: string;
  scheduled_time: Date;
  /** The account of the publication, or else the target. */
  ig_user_id: string | null;
  username: string | null;
  workspace_id: string;
  media_id: string | null;
  error_code: string | null;
  error_message: string | null;
  revision: number;
}

interface StoredContainer {
  post_id: string | null;
  graph_id: string;
  revision: number;
  ig_user_id: string;
}

export interface StoredEvent {
  post_id: string;
  at: Date;
  kind: string;
  detail: Record<string, unknown>;
}

export type Evidence = Awaited<ReturnType<typeof gatherEvidence>>;

export async function gatherEvidence({ store, sandbox }: Environment) {
  const readLedger = async <T>(path: string): Promise<T> => {
    const response = await sandbox.fetch(`${sandbox.url}/_sandbox/${path}`);
    return (await response.json()) as T; // the sandbox guarantees the shape
  };
  const readRows = <T>(text: string) => store.query(text).rows as T[];
  return {
    media: await readLedger<LedgerMedium[]>('instagram/media'),
    containers: new Map(
      (await readLedger<LedgerContainer[]>('instagram/containers')).map((one) => [one.id, one]),
    ),
    publishCalls: await readLedger<LedgerCall[]>('instagram/calls?path=/media_publish'),
    posts: readRows<StoredPost>(`
      select p.id, p.status, p.state, p.next_step_at is not null as is_active, p.caption, p.media_type,
        p.scheduled_time, a.ig_user_id, a.username, p.workspace_id, p.media_id, p.error_code,
        p.error_message, p.revision
      from posts_with_publication p
      left join instagram_accounts a on a.ig_user_id = coalesce(p.ig_user_id, p.target_ig_user_id)`),
    storedContainers:
      readRows<StoredContainer>(`select post_id, graph_id, revision, ig_user_id from containers
      where graph_id is not null`),
    /** The posts of containers that a restored backup does not contain. */
    forgottenContainers: readRows<{ post_id: string | null; graph_id: string }>(
      'select post_id, graph_id from forgotten_containers',
    ),
    events: readRows<StoredEvent>(`select post_id, at, kind, detail from post_events order by id`),
    endNotifications: readRows<{ post_id: string; n: number }>(`
      select post_id, count(*)::int as n from notifications
      where dedupe_key like 'ended:%' group by post_id`),
    /** Published posts with a file that Instagram does not accept. */
    unconverted: readRows<{ post_id: string }>(`
      select p.post_id from publications p join post_media m on m.post_id = p.post_id
      join media_files f on f.id = m.file_id where p.status = 'published' and f.state <> 'ready'`),
    /** Intents; `why` is the reason why one should not have been written, if any. */
    intents: readRows<{ post_id: string; at: Date; why: string | null }>(
      'select post_id, at, why from intents order by at',
    ),
    stoppedPosts: readRows<{ post_id: string; why: string | null }>(
      'select post_id, why from stopped',
    ),
    expiredInPause: readRows<{ post_id: string }>(`
      select p.post_id from publications p join pauses_seen s on s.workspace_id = p.workspace_id
        and p.scheduled_time >= s.since and (s.until is null or p.scheduled_time < s.until)
        and (s.ended_at is null or p.scheduled_time <= s.ended_at)
      where p.status = 'expired'`),
    unpublished: readRows<{ post_id: string }>('select post_id from unpublished'),
  };
}

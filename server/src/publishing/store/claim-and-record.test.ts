// The two statements that write many posts at once do what the pure function does, in a thousand situations.
import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isClaimable, type ClaimFacts } from '../../../testing/exploration/claimable.ts';
import { aUser } from '../../../testing/factories.ts';
import { aPublication, states } from '../../../testing/publications.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import type { Schema } from '../../platform/database/tables.ts';
import { newId } from '../../platform/ids.ts';
import { toColumns, toPublication } from './publication-row.ts';
import { writePublished } from './claim-and-record.ts';
import type { Publication, State } from '../state.ts';
import { transition } from '../transition.ts';
import type { EngineEvent } from '../transition-events.ts';

const SITUATIONS = 1000;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const WORKER = newId();

let world: World;
let userId: string;
beforeAll(async () => {
  world = await startWorld();
  userId = (await aUser(world)).user._id;
});
afterAll(() => world.stop());

/** The same numbers in every run. */
function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  return {
    pick: <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T,
    isIn: (percent: number) => next() * 100 < percent,
  };
}

interface Situation {
  publication: Publication;
  facts: ClaimFacts;
  isLeased: boolean;
  account: 'ready' | 'to reconnect' | 'throttled' | 'throttled before' | 'disconnected';
  pauseUntil: Date | null | undefined;
  container: { state: 'finished' | 'processing'; isOutdated: boolean };
  nextPublishAt: Date | null;
}

/** Each on an account of its own. All moments are at least a second away from what the claim compares. */
function aSituation(index: number, now: number): Situation {
  const { pick, isIn } = createRandom(index + 1);
  const at = (ms: number) => new Date(now + ms);
  const dueAt = at(
    pick([-25 * HOUR, -2 * HOUR, -50 * MINUTE, -10 * SECOND, SECOND / 2, MINUTE, 2 * HOUR]),
  );
  const account = `178414${String(index).padStart(11, '0')}`;
  const preparation = {
    container: newId(),
    account,
    goodUntil: isIn(85) ? at(HOUR) : pick([at(-MINUTE), null]),
    liveStories: null,
  };
  const intentAt = isIn(20) ? at(-20 * MINUTE) : null;
  const calls = { count: intentAt === null ? 0 : 1, intentAt, answer: null };
  const kind = isIn(85)
    ? 'prepared'
    : pick(['preparing', 'publishing', 'reconciling', 'draft'] as const);
  const state: State =
    kind === 'draft' ? { kind } : { ...states[kind], preparation, calls, nextStepAt: at(MINUTE) };
  const hold = <T>(value: T): T | null => (isIn(8) ? value : null);
  const publication = aPublication(state, {
    dueAt,
    fence: index,
    holds: {
      approval: hold({ since: at(-HOUR) }),
      missed: hold({ at: at(-HOUR) }),
      manual: hold({ since: at(-HOUR) }),
      manualPrompt: isIn(30)
        ? { at: at(-HOUR), checkedAt: pick([null, at(-30 * SECOND), at(-2 * MINUTE)]) }
        : null,
      outage: hold({ since: at(-HOUR), until: at(-MINUTE), isOwnerOnly: false }),
    },
    delays: { byInstagram: isIn(20), byOthers: isIn(20), byGap: isIn(20) },
  });
  const pauseUntil = isIn(85) ? undefined : pick([null, at(-30 * HOUR), at(30 * HOUR)]);
  const standing = isIn(75)
    ? 'ready'
    : pick(['to reconnect', 'throttled', 'throttled before', 'disconnected'] as const);
  const container = {
    state: isIn(90) ? ('finished' as const) : ('processing' as const),
    isOutdated: isIn(8),
  };
  const nextPublishAt = isIn(50) ? null : at(pick([-MINUTE, SECOND, HOUR]));
  return {
    publication: {
      ...publication,
      post: { ...publication.post, id: newId(), workspaceId: newId(), target: account },
    },
    facts: {
      isPaused: pauseUntil !== undefined && (pauseUntil === null || dueAt < pauseUntil),
      isAccountReady: standing === 'ready' || standing === 'throttled before',
      hasContainer: container.state === 'finished' && !container.isOutdated,
    },
    isLeased: isIn(8),
    account: standing,
    pauseUntil,
    container,
    nextPublishAt,
  };
}

async function store(situations: readonly Situation[], now: number): Promise<void> {
  const { db } = world.database;
  const at = (ms: number) => new Date(now + ms);
  const rows = situations.map((situation) => {
    const { publication, account, pauseUntil, container, isLeased, nextPublishAt } = situation;
    const { post, state } = publication;
    const igUserId = post.target ?? '';
    const isThrottled = account === 'throttled' || account === 'throttled before';
    return {
      workspace: { id: post.workspaceId },
      account: {
        ig_user_id: igUserId,
        username: igUserId,
        next_publish_at: nextPublishAt,
        throttle_reason: isThrottled ? ('rate_limited' as const) : null,
        throttled_until: isThrottled ? at(account === 'throttled' ? HOUR : -HOUR) : null,
      },
      connection: {
        id: newId(),
        workspace_id: post.workspaceId,
        ig_user_id: igUserId,
        page_id: igUserId,
        authorizer_id: igUserId,
        user_token: igUserId,
        page_token: igUserId,
        connected_by: userId,
        needs_reconnect: account === 'to reconnect',
        ended_at: account === 'disconnected' ? at(-HOUR) : null,
      },
      pause: { workspace_id: post.workspaceId, id: newId(), until: pauseUntil ?? null },
      post: {
        id: post.id,
        workspace_id: post.workspaceId,
        created_by: userId,
        media_type: post.mediaType,
        scheduled_time: post.dueAt,
        target_ig_user_id: post.target,
        revision: post.revision,
      },
      publication: {
        post_id: post.id,
        workspace_id: post.workspaceId,
        media_type: post.mediaType,
        scheduled_time: post.dueAt,
        target_ig_user_id: post.target,
        revision: post.revision,
        in_flight_key: `feed ${post.id}`,
        fence: publication.fence,
        lease_until: isLeased ? at(30 * SECOND) : null,
        ...toColumns(publication),
      },
      container: {
        id: ('preparation' in state && state.preparation?.container) || newId(),
        revision: post.revision + (container.isOutdated ? 1 : 0),
        kind: 'single' as const,
        ig_user_id: igUserId,
        graph_id: igUserId,
        state: container.state,
      },
      isPaused: pauseUntil !== undefined,
    };
  });
  const insert = async <Name extends keyof Schema>(
    table: Name,
    values: Insertable<Schema[Name]>[],
  ) => {
    for (let index = 0; index < values.length; index += 250) {
      await db
        .insertInto(table)
        .values(values.slice(index, index + 250))
        .execute();
    }
  };
  await insert(
    'workspaces',
    rows.map((row) => row.workspace),
  );
  await insert(
    'instagram_accounts',
    rows.map((row) => row.account),
  );
  await insert(
    'instagram_connections',
    rows.map((row) => row.connection),
  );
  await insert(
    'publishing_pauses',
    rows.filter((row) => row.isPaused).map((row) => row.pause),
  );
  await insert(
    'containers',
    rows.map((row) => row.container),
  );
  await insert(
    'posts',
    rows.map((row) => row.post),
  );
  await insert(
    'publications',
    rows.map((row) => row.publication),
  );
}

async function readAll(situations: readonly Situation[]) {
  const ids = situations.map(({ publication }) => publication.post.id);
  const { db } = world.database;
  const found = await db
    .selectFrom('posts_with_publication')
    .selectAll()
    .where('id', 'in', ids)
    .execute();
  return new Map(found.map((row) => [row.id, { row, publication: toPublication(row) }]));
}

const after = (
  publication: Publication,
  event: EngineEvent,
  now: Date | null | undefined,
): Publication => {
  const outcome = now == null ? undefined : transition(publication, event, now);
  if (outcome === undefined) throw new Error(`${event.kind} does not concern the post`);
  const { isOvertaking } = outcome;
  return { ...outcome.publication, fence: publication.fence + (isOvertaking ? 1 : 0) };
};

test.each([
  ['without a gap', 0],
  ['with a gap', 8 * SECOND],
])('the claim and the record do what the pure function does, %s', async (_case, gapMs) => {
  const { db } = world.database;
  const clock = await sql<{ now: Date }>`select app_now() as now`.execute(db);
  const now = clock.rows[0]?.now ?? new Date();
  const situations = Array.from({ length: SITUATIONS }, (_, index) =>
    aSituation(index + (gapMs > 0 ? SITUATIONS : 0), now.getTime()),
  );
  await store(situations, now.getTime());

  const claimed = await world.services.publishing.repository.claimDue({
    limit: SITUATIONS,
    perAccount: 10,
    gapMs,
    claimedBy: WORKER,
    duePostId: null,
    share: { workers: 1, index: 0 },
  });
  const claimable = situations.filter(
    ({ publication, facts, isLeased, nextPublishAt }) =>
      !isLeased &&
      isClaimable(publication, facts, now) &&
      (gapMs === 0 || nextPublishAt === null || nextPublishAt.getTime() < now.getTime() + MINUTE),
  );
  const claimableIds = new Set(claimable.map(({ publication }) => publication.post.id));
  expect(claimableIds.size).toBeGreaterThan(50);
  expect(new Set(claimed.map(({ id }) => id))).toEqual(claimableIds);

  const rows = await readAll(situations);
  for (const { publication, nextPublishAt } of situations) {
    const { id, dueAt } = publication.post;
    const found = rows.get(id);
    const claimedAt = found?.row.intent_at?.getTime() ?? 0;
    const gapEndsAt = gapMs === 0 ? 0 : (nextPublishAt?.getTime() ?? 0);
    const intent: EngineEvent = {
      kind: 'intent_written',
      worker: WORKER,
      hasWaited: false,
      isDelayedByGap: gapEndsAt > Math.max(dueAt.getTime(), claimedAt - 5 * SECOND),
    };
    const expected = claimableIds.has(id)
      ? after(publication, intent, found?.row.intent_at)
      : publication;
    expect(found?.publication).toEqual(expected);
  }

  // The fence of every fifth one is an older one.
  const calls = claimed.map(({ id, fence }, index) => ({
    id,
    fence: index % 5 === 0 ? fence - 1 : fence,
    media_id: newId(),
  }));
  await writePublished(db, calls);
  const recorded = await readAll(claimable);
  for (const { id, fence, media_id: mediaId } of calls) {
    const before = rows.get(id)?.publication;
    const found = recorded.get(id);
    const event: EngineEvent = { kind: 'call_succeeded', mediaId };
    const expected =
      before?.fence === fence ? after(before, event, found?.row.published_at) : before;
    expect(found?.publication).toEqual(expected);
  }
});

import { dayKey, toBrasilia } from '@pontual/contract/brasilia-time.ts';
import type { RequestOf } from '@pontual/contract/endpoint.ts';
import type { schedulePost } from '@pontual/contract/post-changes.ts';
import type { MediaType } from '@pontual/contract/posts.ts';
import { datesOf, sayRule } from '@pontual/contract/series-dates.ts';
import type { Repeat } from '@pontual/contract/series-rule.ts';
import { SERIES_MAX } from '@pontual/contract/series.ts';
import { createApprovalsRepository } from '../approvals/approvals.repository.ts';
import { writeAct } from '../audit/audit.writing.ts';
import type { Member } from '../auth/auth.service.ts';
import type { Db, Tx } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import { newId } from '../ids.ts';
import { requirePlan } from '../plans/require-plan.ts';
import type { OfSeries } from '../posts/editing.repository.ts';
import { contentOf } from '../posts/posts.content.ts';
import { placePost, type PlacedPost } from '../posts/posts.placing.ts';
import type { PostView } from '../posts/posts.repository.ts';
import type { OwnerChanges } from '../publishing/owner-changes.ts';
import { mediaOf } from './series.following.ts';
import { makeAhead } from './series.making.ts';
import { createSeriesRepository, type SeriesSource } from './series.repository.ts';

type Asked = Pick<
  RequestOf<typeof schedulePost>['body'],
  'repeat' | 'scheduledTime' | 'queue' | 'demo'
>;

/**
 * Whether a post may come again as it is asked; of no effect where nothing is asked.
 * @throws AppError PLAN_REQUIRED, SERIES_FULL, VALIDATION where the rule is not one for this hour
 */
export async function checkRepeat(db: Db | Tx, workspaceId: string, asked: Asked): Promise<void> {
  const { repeat, scheduledTime, queue, demo } = asked;
  if (repeat === undefined) return;
  await requirePlan(db, workspaceId, 'advancedScheduling');
  const fault =
    queue === 'true' ? IN_QUEUE : demo === 'true' ? IN_DEMO : faultOf(repeat, scheduledTime);
  if (fault !== null)
    throw new AppError('VALIDATION', { message: fault, fields: { repeat: fault } });
  const count = await createSeriesRepository(db).count(workspaceId);
  if (count >= SERIES_MAX) throw new AppError('SERIES_FULL');
}

const IN_QUEUE = 'Um post que se repete tem hora marcada. Escolha a hora em vez da fila.';
const IN_DEMO = 'Um post de demonstração não se repete. Conecte uma conta do Instagram antes.';
const ENDED = 'A repetição termina antes do primeiro post. Escolha uma data depois dele.';
const OTHER_DAY =
  'O primeiro post precisa cair em um dia da repetição. Mude a data ou os dias escolhidos.';

/** Why a rule is none for a post of this hour; null where it is. */
function faultOf({ rule, until }: Repeat, scheduledTime: string): string | null {
  const on = dayKey(new Date(scheduledTime));
  if (until !== null && until < on) return ENDED;
  const first = datesOf({ rule, firstOn: on, until: null }, on).next();
  return first.value === on ? null : OTHER_DAY;
}

/**
 * Writes a post that comes again, and the next ones of it; the workspace is held, and its files have
 * their rows.
 * @throws AppError those of `checkRepeat` and of placing a post
 */
export async function startSeries(
  tx: Tx,
  ownerChanges: OwnerChanges,
  member: Member,
  { post, repeat }: { post: PlacedPost; repeat: Repeat },
): Promise<void> {
  const { id, mediaType, content, account, scheduledTime, files, altTexts, asksDemo } = post;
  const media = files.map((file, index) => ({
    fileId: file.id,
    altText: altTexts?.[index] || null,
  }));
  await begin(tx, ownerChanges, member, {
    source: { content, account, media },
    mediaType,
    postId: id,
    asked: { scheduledTime, demo: asksDemo, queue: false },
    repeat,
    isAwaited: false,
    place: (series) => placePost(tx, ownerChanges, member, { ...post, series }),
  });
}

/**
 * The same with a draft, that `place` gives its hour; it is held, and complete. Where its approval was
 * asked for, that means those that follow too.
 * @throws AppError those of `startSeries`; VALIDATION for one that is of a series already
 */
export async function startSeriesWith(
  tx: Tx,
  ownerChanges: OwnerChanges,
  member: Member,
  draft: Pick<Beginning, 'repeat' | 'place'> & {
    post: PostView;
    asked: { scheduledTime: string; demo: boolean; queue: boolean };
  },
): Promise<void> {
  const { post, asked, repeat, place } = draft;
  if (post.series_id !== null) {
    throw new AppError('VALIDATION', { message: OF_ANOTHER, fields: { repeat: OF_ANOTHER } });
  }
  const account = post.account_chosen ? post.account : null;
  const approval = await createApprovalsRepository(tx).find(post.id);
  await begin(tx, ownerChanges, member, {
    source: { content: contentOf(post), account, media: mediaOf(post) },
    mediaType: post.media_type,
    postId: post.id,
    asked: { ...asked, scheduledTime: new Date(asked.scheduledTime) },
    repeat,
    isAwaited: approval !== undefined,
    place,
  });
}

const OF_ANOTHER = 'Este post veio de uma repetição e não começa outra. Agende-o sem repetir.';

/** What a series begins with. */
interface Beginning {
  /** Its account is null where its owner chose none. */
  source: SeriesSource;
  mediaType: MediaType;
  postId: string;
  asked: { scheduledTime: Date; demo: boolean; queue: boolean };
  repeat: Repeat;
  /** Its posts wait for an approval. */
  isAwaited: boolean;
  /** Gives the first post its hour, as one of the series. */
  place(series: OfSeries): Promise<void>;
}

async function begin(
  tx: Tx,
  ownerChanges: OwnerChanges,
  { workspaceId, userId }: Member,
  beginning: Beginning,
): Promise<void> {
  const { source, mediaType, postId, asked, repeat, isAwaited, place } = beginning;
  const { scheduledTime, demo, queue } = asked;
  await checkRepeat(tx, workspaceId, {
    repeat,
    scheduledTime: scheduledTime.toISOString(),
    queue: queue ? 'true' : 'false',
    demo: demo ? 'true' : 'false',
  });
  const repository = createSeriesRepository(tx);
  const { hour, minute } = toBrasilia(scheduledTime);
  const [id, on] = [newId(), dayKey(scheduledTime)];
  await repository.insert({
    ...source,
    id,
    workspace_id: workspaceId,
    created_by: userId,
    media_type: mediaType,
    rule: repeat.rule,
    minute: hour * 60 + minute,
    first_on: on,
    last_on: repeat.until,
  });
  await place({ id, on });
  // By name, also of the only one: what comes later is not for another that nobody was asked about.
  await repository.followAccount(id, postId);
  const detail = { rule: sayRule(repeat.rule) };
  await writeAct(tx, { workspaceId, kind: 'series.started', postId, detail });
  if (isAwaited) await repository.writeApproval(id, true);
  const series = await repository.lock(workspaceId, id);
  if (series !== undefined) await makeAhead(tx, ownerChanges, series);
}

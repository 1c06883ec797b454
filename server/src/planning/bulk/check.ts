import { advertisingHashtags } from '@pontual/contract/posts/advertising.ts';
import { hashtagIssue } from '@pontual/contract/posts/captions.ts';
import { SEQUENCE_TEXT } from '@pontual/contract/posts/sequence-text.ts';
import { dayKey, toBrasilia } from '@pontual/contract/shared/brasilia-time.ts';
import type { AnnouncedFile, BatchIssue, checkBatch } from '@pontual/contract/planning/bulk.ts';
import type { DataOf, RequestOf } from '@pontual/contract/shared/endpoint.ts';
import type { InstagramLimits } from '@pontual/contract/shared/instagram-limits.ts';
import { errorCatalogue } from '@pontual/contract/shared/errors.ts';
import type { Database } from '../../platform/database/database.ts';
import { uploadLimits } from '../../media/media.rules.ts';
import type { SchedulingFacts } from '../../posts/scheduling/limits.ts';
import { databaseNow } from '../../platform/database/database-now.ts';
import { mediaRefusal, type FileFacts } from '../../posts/content/media.rules.ts';
import { captionRefusal, planRefusal } from '../../posts/listing/posts.rules.ts';
import { loadSchedulingFactsInOrder } from './due-times.ts';
import { createBulkRepository } from './bulk.repository.ts';
import { lineIssue, parseLine, type ParsedLine } from './line-parser.ts';
import { indexFilesByName } from './files-by-name.ts';
import { formatParsedDate, firstDateFrom } from './date-parser.ts';
import { normalizeText } from './normalize-text.ts';

type CheckBody = RequestOf<typeof checkBatch>['body'];

const MINUTE_MS = 60_000;
const minuteOf = (instant: Date) => Math.floor(instant.getTime() / MINUTE_MS);

/** Used when the browser cannot read the duration; the upload itself is checked later. */
const ASSUMED_DURATION_MS = 10_000;

export function createBatchCheck({
  database,
  instagramLimits,
}: {
  database: Database;
  instagramLimits: InstagramLimits;
}) {
  const { db } = database;
  const repository = createBulkRepository(db);

  async function checkDueTimes(
    workspaceId: string,
    {
      lines,
      instagramAccountId,
    }: { lines: readonly ParsedLine[]; instagramAccountId: string | undefined },
  ): Promise<void> {
    const dated = lines.flatMap((line) =>
      line.scheduledTime === null ? [] : [{ line, at: line.scheduledTime }],
    );
    const dueTimes = dated.map(({ at }) => at);
    const schedulingFacts = await loadSchedulingFactsInOrder(db, workspaceId, dueTimes);
    const [first, last] = [schedulingFacts[0]?.at, schedulingFacts.at(-1)?.at];
    if (first === undefined || last === undefined) return;
    const existing = await repository.scheduledBetween(workspaceId, {
      from: first,
      to: last,
      instagramAccountId,
    });
    const postsPerMinute = countBy([...existing, ...dueTimes], minuteOf);
    for (const { index, at, facts } of schedulingFacts) {
      const issues: BatchIssue[] = dated[index]?.line.issues ?? [];
      issues.push(...dueTimeIssues(at, facts));
      if ((postsPerMinute.get(minuteOf(at)) ?? 0) > 1) {
        const hasGap = instagramLimits.publishGapSeconds > 0;
        const message = `Há outro post neste mesmo minuto.${hasGap ? ` ${SEQUENCE_TEXT}` : ''}`;
        issues.push(lineIssue('hour', 'SAME_MINUTE', message, true));
      }
    }
  }

  return async function check(
    workspaceId: string,
    { lines, files, instagramAccountId }: CheckBody,
  ): Promise<DataOf<typeof checkBatch>> {
    const now = await databaseNow(db);
    const filesByName = indexFilesByName(files);
    const read = lines.map((line) => {
      const found = parseLine(line, { files, filesByName, now });
      found.issues.push(...mediaIssues(instagramLimits, found, files));
      found.issues.push(...captionIssues(instagramLimits, found, line.caption));
      found.issues.push(...advertisingIssues(found, line.caption));
      return found;
    });
    markRepeatedFiles(read, files);
    await checkDueTimes(workspaceId, { lines: read, instagramAccountId });
    return {
      lines: read.map(({ scheduledTime, ...line }) =>
        Object.assign(line, { scheduledTime: scheduledTime?.toISOString() ?? null }),
      ),
    };
  };
}

function dueTimeIssues(at: Date, facts: SchedulingFacts): BatchIssue[] {
  if (at <= facts.now) {
    const isToday = dayKey(at) === dayKey(facts.now);
    const { message } = errorCatalogue.SCHEDULED_TIME_PAST;
    return [
      isToday
        ? lineIssue('hour', 'SCHEDULED_TIME_PAST', message)
        : lineIssue('day', 'SCHEDULED_TIME_PAST', pastDayMessage(at, facts.now) ?? message),
    ];
  }
  const refusal = planRefusal({ ...facts, scheduledTime: at });
  return refusal === undefined ? [] : [lineIssue('day', 'LIMIT_EXCEEDED', refusal)];
}

/** Names the next such day in case the year was left out; undefined when there is none. */
function pastDayMessage(at: Date, now: Date): string | undefined {
  const day = toBrasilia(at);
  const next = firstDateFrom(day, toBrasilia(now));
  if (next === undefined) return undefined;
  return `O dia ${formatParsedDate(day)} já passou. Escolha um dia no futuro ou, se quis dizer ${formatParsedDate(next)}, escreva o ano.`;
}

function captionIssues(
  limits: InstagramLimits,
  { mediaType }: ParsedLine,
  caption: string,
): BatchIssue[] {
  const refusal = captionRefusal(limits, caption);
  if (refusal !== undefined)
    return [lineIssue('caption', 'CAPTION', withFullStop(refusal.message))];
  const warning = mediaType === 'STORIES' ? undefined : hashtagIssue(caption);
  return warning === undefined ? [] : [lineIssue('caption', 'HASHTAGS', warning, true)];
}

/** A reminder only: an unpaid post needs no mark. The text of a story is in its picture. */
function advertisingIssues(line: ParsedLine, caption: string): BatchIssue[] {
  if (line.collaborators.length === 0 || line.mediaType === 'STORIES') return [];
  const tags = normalizeText(caption).match(/#[\p{L}\p{N}_]+/gu) ?? [];
  const isMarked = tags.some((tag) => advertisingHashtags.has(tag.slice(1).replaceAll('_', '')));
  if (isMarked) return [];
  const message =
    'Há colaboradores e nenhum #publi na legenda. Se houve pagamento, brinde ou permuta, identifique a publicidade.';
  return [lineIssue('caption', 'ADVERTISING_UNMARKED', message, true)];
}

const withFullStop = (message = '') => message.replace(/\.?$/, '.');

function mediaIssues(
  limits: InstagramLimits,
  line: ParsedLine,
  files: readonly AnnouncedFile[],
): BatchIssue[] {
  // Missing files already have an issue, and they would change the count of a carousel.
  if (line.issues.some(({ column }) => column === 'files')) return [];
  const facts = line.files.flatMap((index) => files[index] ?? []).map(toFileFacts);
  const tooLarge = facts.find(({ kind, bytes }) => bytes > uploadLimits[kind].maxBytes);
  if (tooLarge !== undefined) {
    return [lineIssue('files', 'FILE_TOO_LARGE', `${uploadLimits[tooLarge.kind].message}.`)];
  }
  const refusal = mediaRefusal(limits, line.mediaType, facts);
  if (refusal === undefined) return [];
  const message = refusal.message ?? errorCatalogue[refusal.code].message;
  const code = batchCodeByRefusal.get(refusal.code) ?? 'MEDIA_KIND';
  return [lineIssue(code === 'MEDIA_KIND' ? 'type' : 'files', code, message)];
}

const batchCodeByRefusal = new Map<string, BatchIssue['code']>([
  ['TOO_MANY_FILES', 'TOO_MANY_FILES'],
  ['CAROUSEL_SIZE', 'CAROUSEL_SIZE'],
  ['VIDEO_UNFIT', 'VIDEO_UNFIT'],
]);

/** The ratio is not checked: pictures are adapted. */
const toFileFacts = ({ kind, bytes, durationMs }: AnnouncedFile): FileFacts => ({
  kind,
  bytes,
  durationMs: durationMs ?? ASSUMED_DURATION_MS,
  width: 1,
  height: 1,
  state: 'converting',
});

function markRepeatedFiles(lines: readonly ParsedLine[], files: readonly AnnouncedFile[]): void {
  const uses = countBy(
    lines.flatMap((line) => [...new Set(line.files)]),
    (index) => index,
  );
  for (const line of lines) {
    const index = line.files.find((each) => (uses.get(each) ?? 0) > 1);
    if (index === undefined) continue;
    const message = `O arquivo “${files[index]?.name ?? ''}” está em mais de um post.`;
    line.issues.push(lineIssue('files', 'FILE_REPEATED', message, true));
  }
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => number): Map<number, number> {
  const counts = new Map<number, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

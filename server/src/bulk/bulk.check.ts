import { advertisingMarks } from '@pontual/contract/advertising.ts';
import { hashtagRemark } from '@pontual/contract/captions.ts';
import { dayKey, toBrasilia } from '@pontual/contract/brasilia-time.ts';
import type { AnnouncedFile, BatchProblem, checkBatch } from '@pontual/contract/bulk.ts';
import type { DataOf, RequestOf } from '@pontual/contract/endpoint.ts';
import { errorCatalogue } from '@pontual/contract/errors.ts';
import type { Database } from '../database/database.ts';
import { uploadLimits } from '../media/media.rules.ts';
import { databaseNow, type HourFacts } from '../posts/posts.limits.ts';
import { mediaRefusal, type FileFacts } from '../posts/posts.media.rules.ts';
import { captionRefusal, planRefusal } from '../posts/posts.rules.ts';
import { factsInOrder } from './bulk.hours.ts';
import { createBulkRepository } from './bulk.repository.ts';
import { problem, readLine, type ReadLine } from './lines.reading.ts';
import { nameFiles } from './named-files.ts';
import { dayText, firstSince } from './written-dates.ts';
import { plain } from './written-words.ts';

type CheckBody = RequestOf<typeof checkBatch>['body'];

const MINUTE_MS = 60_000;
const minuteOf = (instant: Date) => Math.floor(instant.getTime() / MINUTE_MS);

/** Of what a browser cannot tell; the upload itself is looked into. */
const A_GOOD_LENGTH_MS = 10_000;

/** Tells of lines what posts they would make, and why not; nothing is written. */
export function createBatchCheck({ database }: { database: Database }) {
  const { db } = database;
  const repository = createBulkRepository(db);

  /** Adds what the plan and the posts that are there say of these hours. */
  async function checkHours(
    workspaceId: string,
    { lines, account }: { lines: readonly ReadLine[]; account: string | undefined },
  ): Promise<void> {
    const dated = lines.flatMap((line) =>
      line.scheduledTime === null ? [] : [{ line, at: line.scheduledTime }],
    );
    const hours = dated.map(({ at }) => at);
    const decided = await factsInOrder(db, workspaceId, hours);
    const [first, last] = [decided[0]?.at, decided.at(-1)?.at];
    if (first === undefined || last === undefined) return;
    const taken = await repository.scheduledBetween(workspaceId, {
      from: first,
      to: last,
      account,
    });
    const minutes = countBy([...taken, ...hours], minuteOf);
    for (const { index, at, facts } of decided) {
      const problems: BatchProblem[] = dated[index]?.line.problems ?? [];
      problems.push(...hourProblems(at, facts));
      if ((minutes.get(minuteOf(at)) ?? 0) > 1) {
        const message = 'Outro post sai neste mesmo minuto.';
        problems.push(problem('hour', 'SAME_MINUTE', message, true));
      }
    }
  }

  return async function check(
    workspaceId: string,
    { lines, files, instagramAccountId: account }: CheckBody,
  ): Promise<DataOf<typeof checkBatch>> {
    const now = await databaseNow(db);
    const named = nameFiles(files);
    const read = lines.map((line) => {
      const found = readLine(line, { files, named, now });
      found.problems.push(...mediaProblems(found, files), ...captionProblems(found, line.caption));
      found.problems.push(...advertisingProblems(found, line.caption));
      return found;
    });
    tellRepeated(read, files);
    await checkHours(workspaceId, { lines: read, account });
    return {
      lines: read.map(({ scheduledTime, ...line }) =>
        Object.assign(line, { scheduledTime: scheduledTime?.toISOString() ?? null }),
      ),
    };
  };
}

function hourProblems(at: Date, facts: HourFacts): BatchProblem[] {
  if (at <= facts.now) {
    const isToday = dayKey(at) === dayKey(facts.now);
    const { message } = errorCatalogue.SCHEDULED_TIME_PAST;
    return [
      isToday
        ? problem('hour', 'SCHEDULED_TIME_PAST', message)
        : problem('day', 'SCHEDULED_TIME_PAST', dayPast(at, facts.now) ?? message),
    ];
  }
  const refusal = planRefusal({ ...facts, scheduledTime: at });
  return refusal === undefined ? [] : [problem('day', 'LIMIT_EXCEEDED', refusal)];
}

/** Where a year was left out, the next one may be meant; undefined where that has no such day. */
function dayPast(at: Date, now: Date): string | undefined {
  const day = toBrasilia(at);
  const next = firstSince(day, toBrasilia(now));
  if (next === undefined) return undefined;
  return `O dia ${dayText(day)} já passou. Escolha um dia no futuro ou, se quis dizer ${dayText(next)}, escreva o ano.`;
}

function captionProblems({ mediaType }: ReadLine, caption: string): BatchProblem[] {
  const refusal = captionRefusal(caption);
  if (refusal !== undefined) return [problem('caption', 'CAPTION', sentenceOf(refusal.message))];
  const remark = mediaType === 'STORIES' ? undefined : hashtagRemark(caption);
  return remark === undefined ? [] : [problem('caption', 'HASHTAGS', remark, true)];
}

/** A reminder: who was not paid leaves it as it is. The words of a story are in its picture. */
function advertisingProblems(line: ReadLine, caption: string): BatchProblem[] {
  if (line.collaborators.length === 0 || line.mediaType === 'STORIES') return [];
  const tags = plain(caption).match(/#[\p{L}\p{N}_]+/gu) ?? [];
  const isMarked = tags.some((tag) => advertisingMarks.has(tag.slice(1).replaceAll('_', '')));
  if (isMarked) return [];
  const message =
    'Há colaboradores e nenhum #publi na legenda. Se houve pagamento, brinde ou permuta, identifique a publicidade.';
  return [problem('caption', 'ADVERTISING_UNMARKED', message, true)];
}

/** Beside a field a sentence may lack its point. */
const sentenceOf = (message = '') => message.replace(/\.?$/, '.');

/** What the rules of its type say of the files of a line. */
function mediaProblems(line: ReadLine, files: readonly AnnouncedFile[]): BatchProblem[] {
  // What is missing is told already, and counts for a carousel.
  if (line.problems.some(({ column }) => column === 'files')) return [];
  const facts = line.files.flatMap((index) => files[index] ?? []).map(factsOf);
  const tooLarge = facts.find(({ kind, bytes }) => bytes > uploadLimits[kind].maxBytes);
  if (tooLarge !== undefined) {
    return [problem('files', 'FILE_TOO_LARGE', `${uploadLimits[tooLarge.kind].message}.`)];
  }
  const refusal = mediaRefusal(line.mediaType, facts);
  if (refusal === undefined) return [];
  const message = refusal.message ?? errorCatalogue[refusal.code].message;
  const code = told.get(refusal.code) ?? 'MEDIA_KIND';
  return [problem(code === 'MEDIA_KIND' ? 'type' : 'files', code, message)];
}

const told = new Map<string, BatchProblem['code']>([
  ['TOO_MANY_FILES', 'TOO_MANY_FILES'],
  ['CAROUSEL_SIZE', 'CAROUSEL_SIZE'],
  ['VIDEO_UNFIT', 'VIDEO_UNFIT'],
]);

/** A picture of another shape is brought into the right one. */
const factsOf = ({ kind, bytes, durationMs }: AnnouncedFile): FileFacts => ({
  kind,
  bytes,
  durationMs: durationMs ?? A_GOOD_LENGTH_MS,
  width: 1,
  height: 1,
  state: 'converting',
});

/** A file that several posts show may be meant, and may be a slip. */
function tellRepeated(lines: readonly ReadLine[], files: readonly AnnouncedFile[]): void {
  const uses = countBy(
    lines.flatMap((line) => [...new Set(line.files)]),
    (index) => index,
  );
  for (const line of lines) {
    const index = line.files.find((each) => (uses.get(each) ?? 0) > 1);
    if (index === undefined) continue;
    const message = `O arquivo “${files[index]?.name ?? ''}” está em mais de um post.`;
    line.problems.push(problem('files', 'FILE_REPEATED', message, true));
  }
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => number): Map<number, number> {
  const counts = new Map<number, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

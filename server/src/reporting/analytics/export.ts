import { Readable } from 'node:stream';
import type { exportAnalytics, exportFormats } from '@pontual/contract/insights/analytics.ts';
import type { RequestOf } from '@pontual/contract/shared/endpoint.ts';
import type { Member } from '../../platform/http/authentication.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { createDownloadLimiter } from '../../platform/http/download-limiter.ts';
import type { ServedFile } from '../../platform/http/serve.ts';
import type { Log } from '../../platform/log/log.ts';
import { requirePlan } from '../../billing/require-plan.ts';
import { csvHeader, csvRows, engagementOfPost } from './csv.ts';
import { readPostPages, type ExportedPost } from './post-pages.repository.ts';
import { lastDays, type Days } from './day-ranges.ts';

const LIMITS = { user: 1, all: 10 };

type Pages = AsyncIterable<ExportedPost[]>;
interface ExportContext {
  days: Days;
  now: Date;
}

interface Writer {
  type: string;
  write(pages: Pages, head: ExportContext): AsyncIterable<string>;
}

const writers: Record<(typeof exportFormats)[number], Writer> = {
  csv: { type: 'text/csv; charset=utf-8', write: writeCsv },
  json: { type: 'application/json; charset=utf-8', write: writeJson },
};

export function createAnalyticsExport(deps: { database: Database; clock: Clock; log: Log }) {
  const { clock, log } = deps;
  const { db } = deps.database;
  const slots = createDownloadLimiter(LIMITS);
  const openStreams = new Set<Readable>();

  return {
    /** @throws AppError PLAN_REQUIRED, EXPORT_RUNNING or EXPORT_BUSY */
    async file(
      { userId, workspaceId }: Member,
      { format, period, account }: RequestOf<typeof exportAnalytics>['query'],
    ): Promise<ServedFile> {
      await requirePlan(db, workspaceId, 'customReports');
      const releaseSlot = slots.acquire(userId);
      const now = clock.now();
      const days = lastDays(now, period);
      const { type, write } = writers[format];
      const pages = readPostPages(db, { workspaceId, account }, days);
      const content = Readable.from(write(pages, { days, now }), { objectMode: false });
      openStreams.add(content);
      content.once('close', () => {
        openStreams.delete(content);
        releaseSlot();
      });
      content.once('error', (error) => log.error({ error }, 'an export of posts broke off'));
      return { type, name: `pontual-posts-${rangeName(days)}.${format}`, content };
    },

    abortAll: () => openStreams.forEach((content) => void content.destroy()),
  };
}

const rangeName = ({ keys }: Days): string => `${keys[0]}-a-${keys.at(-1)}`;

async function* writeCsv(pages: Pages): AsyncGenerator<string> {
  yield csvHeader();
  for await (const posts of pages) yield csvRows(posts);
}

async function* writeJson(pages: Pages, { days, now }: ExportContext): AsyncGenerator<string> {
  const period = { days: days.keys.length, from: days.keys[0], to: days.keys.at(-1) };
  const head = JSON.stringify({ generatedAt: now.toISOString(), period });
  yield `${head.slice(0, -1)},"posts":[`;
  let before = '\n';
  for await (const posts of pages) {
    const lines = posts.map((post) => JSON.stringify(toExportRow(post)));
    yield `${before}${lines.join(',\n')}`;
    before = ',\n';
  }
  yield '\n]}\n';
}

/** Only the columns of the contract. */
const toExportRow = (post: ExportedPost) => ({
  _id: post.id,
  mediaType: post.mediaType,
  status: post.status,
  caption: post.caption,
  scheduledTime: post.scheduledTime.toISOString(),
  publishedAt: post.publishedAt?.toISOString() ?? null,
  permalink: post.permalink,
  errorMessage: post.errorMessage,
  views: post.views,
  reach: post.reach,
  likes: post.likes,
  comments: post.comments,
  saved: post.saved,
  shares: post.shares,
  totalInteractions: post.totalInteractions,
  engagement: engagementOfPost(post),
});

import { buffer } from 'node:stream/consumers';
import type { Member } from '../../platform/http/authentication.ts';
import type { Throttle } from '../../platform/http/throttle.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { ServedFile } from '../../platform/http/serve.ts';
import type { MediaStorage } from '../../media/storage/storage.ts';
import type { Printer } from './pdf/printer.ts';
import type { ReportPost } from './reports.repository.ts';
import type { ReportsService, ReportRequest } from './reports.service.ts';

const RETRY_AFTER_MS = 10_000;

export type ReportPrinting = ReturnType<typeof createReportPrinting>;

interface Recipient {
  signal: AbortSignal;
  address: string;
}

/** Each user prints one report at a time and a limited number per period, so that none fills the queue. */
export function createReportPrinting(deps: {
  reports: ReportsService;
  storage: MediaStorage;
  printer: Printer;
  throttle: Throttle;
}) {
  const { reports, storage, printer, throttle } = deps;
  const usersPrinting = new Set<string>();

  async function loadPictures(posts: readonly ReportPost[]): Promise<Map<string, Uint8Array>> {
    const pictures = new Map<string, Uint8Array>();
    for (const { id, thumbnail } of posts) {
      if (thumbnail === null || pictures.has(id)) continue;
      const size = await storage.size(thumbnail);
      if (size === undefined || size === 0) continue;
      pictures.set(id, await buffer(await storage.read(thumbnail, { start: 0, end: size - 1 })));
    }
    return pictures;
  }

  async function file(
    caller: Member,
    request: ReportRequest,
    { signal, address }: Recipient,
  ): Promise<ServedFile> {
    const { report, tiles, topPosts } = await reports.read(caller, request);
    const by = { what: 'print', account: caller.userId, address } as const;
    const pdf = await throttle.attempt(by, async () => {
      const pictures = await loadPictures([...tiles, ...topPosts]);
      return printer.print({ report, pictures }, signal);
    });
    return {
      type: 'application/pdf',
      name: fileName(report.account?.username ?? null, request.month),
      content: Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength),
    };
  }

  return {
    /** @throws AppError PLAN_REQUIRED, NOT_FOUND, REPORT_RUNNING, RATE_LIMITED, REPORT_BUSY, REPORT_FAILED */
    async pdf(caller: Member, request: ReportRequest, recipient: Recipient): Promise<ServedFile> {
      const { userId } = caller;
      if (usersPrinting.has(userId))
        throw new AppError('REPORT_RUNNING', { retryAfterMs: RETRY_AFTER_MS });
      usersPrinting.add(userId);
      try {
        return await file(caller, request, recipient);
      } finally {
        usersPrinting.delete(userId);
      }
    },
  };
}

/** Removes characters that usernames cannot contain. */
function fileName(username: string | null, month: string): string {
  const owner = username?.replaceAll(/[^\w.-]/g, '') ?? '';
  return ['pontual', 'relatorio', ...(owner === '' ? [] : [owner]), `${month}.pdf`].join('-');
}

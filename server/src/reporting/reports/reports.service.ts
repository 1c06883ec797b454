import { captionCounts } from '@pontual/contract/posts/captions.ts';
import type { MonthlyReport } from '@pontual/contract/insights/reports.ts';
import type { Member } from '../../platform/http/authentication.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { MediaLinks } from '../../media/links.ts';
import { requirePlan } from '../../billing/require-plan.ts';
import { daysOf, monthAt, previousMonth, monthFromKey, type Month } from './months.ts';
import { presentReport } from './reports.presenter.ts';
import {
  createReportsRepository,
  type ReportPost,
  type ReportScope,
  type TopPost,
} from './reports.repository.ts';
import { createReportScopeRepository } from './report-scope.repository.ts';
import { computeTotals } from './reports.rules.ts';

export type ReportsService = ReturnType<typeof createReportsService>;

/** `2026-06`; without `account` the default one. */
export interface ReportRequest {
  month: string;
  account?: string | undefined;
}

export interface ReportWithPosts {
  report: MonthlyReport;
  tiles: ReportPost[];
  topPosts: TopPost[];
}

export function createReportsService(deps: { database: Database; links: MediaLinks }) {
  const { links } = deps;
  const { db } = deps.database;
  const repository = createReportsRepository(db);
  const scopeRepository = createReportScopeRepository(db);

  /** @throws AppError NOT_FOUND for a month before the workspace was created or after the current one */
  async function resolveMonth(workspaceId: string, key: string) {
    const found = await scopeRepository.workspace(workspaceId);
    if (found === undefined) throw new AppError('NOT_FOUND');
    const [first, last] = [monthAt(found.createdAt), monthAt(found.now)];
    if (key < first.key || key > last.key) {
      throw new AppError('NOT_FOUND', { message: 'Não há relatório deste mês.' });
    }
    return { ...found, first, last, month: monthFromKey(key) };
  }

  const loadTotals = async (subject: ReportScope, month: Month) =>
    computeTotals(await repository.countByHour(subject, month));

  /** In pages, because a month may have thousands of posts. */
  async function loadHashtagCounts(subject: ReportScope, month: Month): Promise<number[]> {
    const counts: number[] = [];
    let page = await repository.captions(subject, month, null);
    for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
      counts.push(...page.map(({ caption }) => captionCounts(caption).hashtags));
      page = await repository.captions(subject, month, last);
    }
    return counts;
  }

  /** @throws AppError NOT_FOUND for an account that was never connected to the workspace */
  async function findAccount(workspaceId: string, account: string) {
    const found = await scopeRepository.findAccount(workspaceId, account);
    if (found === undefined) {
      throw new AppError('NOT_FOUND', { message: 'Não há relatório desta conta.' });
    }
    return found;
  }

  /** @throws AppError PLAN_REQUIRED, NOT_FOUND */
  async function read(
    { workspaceId }: Member,
    { month: key, account }: ReportRequest,
  ): Promise<ReportWithPosts> {
    await requirePlan(db, workspaceId, 'customReports');
    const { first, last, month, now } = await resolveMonth(workspaceId, key);
    const { igUserId, username } =
      account === undefined
        ? await scopeRepository.findDefaultAccount(workspaceId, month)
        : await findAccount(workspaceId, account);
    const subject = { workspaceId, igUserId, requestedAccountId: account };
    const days = daysOf(month);
    const data = {
      hours: await repository.countByHour(subject, month),
      failures: await repository.failures(subject, month),
      hashtags: await loadHashtagCounts(subject, month),
      account: await repository.accountDays(subject, days),
      before: key === first.key ? null : await loadTotals(subject, previousMonth(month)),
      tiles: await repository.findGridPosts(subject, month),
      topPosts: await repository.topPosts(subject, month),
    };
    const months = { month: key, firstMonth: first.key, lastMonth: last.key };
    const report = presentReport({ ...data, ...months, days, username, now }, links);
    return { report, tiles: data.tiles, topPosts: data.topPosts };
  }

  return { read };
}

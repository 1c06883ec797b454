import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import { reportTitle } from '@pontual/contract/insights/report-text.ts';
import type { MonthlyReport } from '@pontual/contract/insights/reports.ts';
import { useState, type ReactNode } from 'react';
import { useParams } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { hasFailed } from '../../api/has-failed.ts';
import { useInstagramAccountParam } from '../../instagram/use-instagram-account-param.ts';
import { paths } from '../../ui/page/paths.ts';
import { useLimitsQuery } from '../../posts/limits-queries.ts';
import { LoadError } from '../../ui/page/load-error.tsx';
import { useMinute } from '../../ui/page/use-minute.ts';
import { cx } from '../../ui/cx.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { MonthUnavailable, ReportUnavailable } from './report-unavailable.tsx';
import { ReportBody } from './report-body.tsx';
import { ReportActions, ReportHead } from './report-head.tsx';
import { useMonthlyReport } from './report-queries.ts';

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

export function ReportPage() {
  const thisMonth = dayKey(useMinute()).slice(0, 7);
  const { month = thisMonth } = useParams();
  return MONTH.test(month) ? (
    <Report month={month} thisMonth={thisMonth} />
  ) : (
    <ReportFrame title="Relatório do mês">
      <MonthUnavailable />
    </ReportFrame>
  );
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof ApiError && error.code === code;

function Report({ month, thisMonth }: { month: string; thisMonth: string }) {
  const limits = useLimitsQuery();
  const isAllowed = limits.data?.customReports === true;
  const { account } = useInstagramAccountParam();
  const query = useMonthlyReport({ month, account }, isAllowed);
  const { data, error, isPlaceholderData } = query;
  // The known range of months survives a failed request, so that the user can still switch months.
  const [latest, setLatest] = useState(data);
  if (data !== undefined && data !== latest) setLatest(data);
  if (limits.data?.customReports === false || hasCode(error, 'PLAN_REQUIRED')) {
    return (
      <ReportFrame title="Relatório do mês">
        <ReportUnavailable />
      </ReportFrame>
    );
  }
  const actions =
    latest === undefined ? undefined : (
      <ReportActions
        month={month}
        monthRange={{ first: latest.firstMonth, last: laterMonth(latest.lastMonth, thisMonth) }}
        isShown={data !== undefined && !isPlaceholderData}
      />
    );
  if (data === undefined) {
    const failed = hasFailed(limits) ? limits : hasFailed(query) ? query : undefined;
    return (
      <ReportFrame title={reportTitle(month)} actions={actions}>
        {hasCode(error, 'NOT_FOUND') ? (
          <MonthUnavailable />
        ) : failed === undefined ? (
          <Loading />
        ) : (
          <LoadError
            query={failed}
            title="O relatório não carregou"
            fallback="Tente de novo em instantes."
            back={paths.analytics}
          />
        )}
      </ReportFrame>
    );
  }
  return (
    // The title belongs to the visible report, which is the previous one until the next has loaded.
    <ReportFrame title={reportTitle(data.month)} report={data} actions={actions}>
      <div
        aria-busy={isPlaceholderData || undefined}
        className={cx('transition-opacity', isPlaceholderData && 'opacity-50')}
      >
        <ReportBody report={data} />
      </div>
    </ReportFrame>
  );
}

/** A new month may have begun since the report was fetched. */
const laterMonth = (one: string, other: string): string => (one > other ? one : other);

interface PageProps {
  title: string;
  report?: MonthlyReport | undefined;
  actions?: ReactNode;
  children: ReactNode;
}

function ReportFrame({ title, report, actions, children }: PageProps) {
  return (
    <>
      <title>{`${title} · Pontual`}</title>
      <ReportHead title={title} report={report} actions={actions} />
      {children}
    </>
  );
}

function Loading() {
  return (
    <div className="grid place-items-center py-24 text-ink-2">
      <Spinner className="size-6!" />
      <output className="sr-only">Carregando</output>
    </div>
  );
}

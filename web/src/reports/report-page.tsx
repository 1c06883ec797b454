import { dayKey } from '@pontual/contract/brasilia-time.ts';
import { reportTitle } from '@pontual/contract/report-words.ts';
import type { MonthlyReport } from '@pontual/contract/reports.ts';
import { useState, type ReactNode } from 'react';
import { useParams } from 'react-router';
import { ApiError } from '../api/api-error.ts';
import { hasFailed } from '../api/has-failed.ts';
import { useAccountParam } from '../instagram/use-account-param.ts';
import { paths } from '../paths.ts';
import { useLimitsQuery } from '../posts/limits.queries.ts';
import { LoadError } from '../shell/load-error.tsx';
import { useMinute } from '../shell/minute.ts';
import { cx } from '../ui/cx.ts';
import { Spinner } from '../ui/spinner.tsx';
import { NoMonth, ReportUnavailable } from './no-report.tsx';
import { ReportBody } from './report-body.tsx';
import { ReportActions, ReportHead } from './report-head.tsx';
import { useMonthlyReport } from './report.queries.ts';

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** /analytics/relatorios/:month?: what a month brought, to be read, saved and printed. */
export function ReportPage() {
  const thisMonth = dayKey(useMinute()).slice(0, 7);
  const { month = thisMonth } = useParams();
  return MONTH.test(month) ? (
    <Report month={month} thisMonth={thisMonth} />
  ) : (
    <Page title="Relatório do mês">
      <NoMonth />
    </Page>
  );
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof ApiError && error.code === code;

function Report({ month, thisMonth }: { month: string; thisMonth: string }) {
  const limits = useLimitsQuery();
  const isAllowed = limits.data?.customReports === true;
  const { account } = useAccountParam();
  const query = useMonthlyReport({ month, account }, isAllowed);
  const { data, error, isPlaceholderData } = query;
  // What it knows of the months outlives a month that fails: they are leafed through from there.
  const [latest, setLatest] = useState(data);
  if (data !== undefined && data !== latest) setLatest(data);
  if (limits.data?.customReports === false || hasCode(error, 'PLAN_REQUIRED')) {
    return (
      <Page title="Relatório do mês">
        <ReportUnavailable />
      </Page>
    );
  }
  const actions =
    latest === undefined ? undefined : (
      <ReportActions
        month={month}
        span={{ first: latest.firstMonth, last: laterOf(latest.lastMonth, thisMonth) }}
        isShown={data !== undefined && !isPlaceholderData}
      />
    );
  if (data === undefined) {
    const failed = hasFailed(limits) ? limits : hasFailed(query) ? query : undefined;
    return (
      <Page title={reportTitle(month)} actions={actions}>
        {hasCode(error, 'NOT_FOUND') ? (
          <NoMonth />
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
      </Page>
    );
  }
  return (
    // Of the month that is seen: until the next one has come, that is the one before.
    <Page title={reportTitle(data.month)} about={data} actions={actions}>
      <div
        aria-busy={isPlaceholderData || undefined}
        className={cx('transition-opacity', isPlaceholderData && 'opacity-50')}
      >
        <ReportBody report={data} />
      </div>
    </Page>
  );
}

/** A month may have begun since the report was read. */
const laterOf = (one: string, other: string): string => (one > other ? one : other);

interface PageProps {
  title: string;
  about?: MonthlyReport | undefined;
  actions?: ReactNode;
  children: ReactNode;
}

function Page({ title, about, actions, children }: PageProps) {
  return (
    <>
      <title>{`${title} · Pontual`}</title>
      <ReportHead title={title} report={about} actions={actions} />
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

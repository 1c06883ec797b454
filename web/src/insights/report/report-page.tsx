import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import { reportTitle } from '@pontual/contract/insights/report-text.ts';
import type { MonthlyReport } from '@pontual/contract/insights/reports.ts';
import { useState, type ReactNode } from 'react';
import { useParams } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { useInstagramAccountParam } from '../../instagram/use-instagram-account-param.ts';
import { paths } from '../../ui/page/paths.ts';
import { afterRefusal, PlanGate, usePlanAccess } from '../../posts/plan-gate.tsx';
import { PageSpinner } from '../page-spinner.tsx';
import { QueryState } from '../../ui/page/query-state.tsx';
import { useMinute } from '../../ui/page/use-minute.ts';
import { DimWhileBusy } from '../../ui/skeleton.tsx';
import { MonthUnavailable } from './month-unavailable.tsx';
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

const isMonthMissing = (error: Error): boolean =>
  error instanceof ApiError && error.code === 'NOT_FOUND';

function Report({ month, thisMonth }: { month: string; thisMonth: string }) {
  const limitsAccess = usePlanAccess(({ customReports }) => customReports);
  const { account } = useInstagramAccountParam();
  const query = useMonthlyReport({ month, account }, limitsAccess.state === 'allowed');
  const access = afterRefusal(limitsAccess, query.error);
  const { data, isPlaceholderData } = query;
  // The known range of months survives a failed request, so that the user can still switch months.
  const [latest, setLatest] = useState(data);
  if (data !== undefined && data !== latest) setLatest(data);
  const actions =
    latest === undefined ? undefined : (
      <ReportActions
        month={month}
        monthRange={{ first: latest.firstMonth, last: laterMonth(latest.lastMonth, thisMonth) }}
        isShown={data !== undefined && !isPlaceholderData}
      />
    );
  const gate = (
    <PlanGate
      access={access}
      title="Relatório não disponível"
      message="O relatório do mês, para ler, imprimir e baixar em PDF, faz parte do plano Premium."
      loading={<PageSpinner />}
    >
      {() => (
        <QueryState
          query={query}
          failed={{
            title: 'O relatório não carregou',
            fallback: 'Tente de novo em instantes.',
            back: paths.analytics,
          }}
          loading={<PageSpinner />}
          renderRefused={(error) => (isMonthMissing(error) ? <MonthUnavailable /> : undefined)}
        >
          {(report) => (
            <DimWhileBusy busy={isPlaceholderData}>
              <ReportBody report={report} />
            </DimWhileBusy>
          )}
        </QueryState>
      )}
    </PlanGate>
  );
  if (access.state === 'missing') return <ReportFrame title="Relatório do mês">{gate}</ReportFrame>;
  return (
    // The title belongs to the visible report, which is the previous one until the next has loaded.
    <ReportFrame title={reportTitle(data?.month ?? month)} report={data} actions={actions}>
      {gate}
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

import { formatDate, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { monthTitle, reportSubtitle } from '@pontual/contract/insights/report-text.ts';
import { monthlyReportPdf, type MonthlyReport } from '@pontual/contract/insights/reports.ts';
import { useMutation } from '@tanstack/react-query';
import { ArrowLeft, ChevronLeft, ChevronRight, Download, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { download } from '../../api/download.ts';
import { useSession } from '../../api/session.tsx';
import { InstagramAccountFilter } from '../../instagram/instagram-account-filter.tsx';
import {
  buildAccountQuery,
  useInstagramAccountParam,
} from '../../instagram/use-instagram-account-param.ts';
import { paths, reportPath } from '../../ui/page/paths.ts';
import { addMonths } from '../../ui/dates/month-grid.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { failureToast } from '../../ui/page/failure-toast.ts';

interface ReportHeadProps {
  title: string;
  report: MonthlyReport | undefined;
  actions?: ReactNode;
}

export function ReportHead({ title, report, actions }: ReportHeadProps) {
  return (
    <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 lg:mb-6">
      <div className="min-w-0">
        <Link
          to={paths.analytics}
          className="-my-2.5 mb-0 inline-flex min-h-11 items-center gap-1.5 text-xs font-medium text-ink-3 underline-offset-3 hover:text-ink hover:underline lg:my-0 lg:mb-2 lg:min-h-6 print:hidden"
        >
          <ArrowLeft size={16} />
          Analytics
        </Link>
        <h1 className="h-page">{title}</h1>
        {report === undefined ? null : <ReportSubtitle report={report} />}
      </div>
      {actions}
    </div>
  );
}

function ReportSubtitle({ report }: { report: MonthlyReport }) {
  const at = new Date(report.readAt);
  return (
    <p className="mt-1.5 text-ink-2">
      {reportSubtitle(report)}
      <span className="block text-xs text-ink-3">
        Números de {formatDate(at)}, {formatTime(at)}, horário de Brasília.
        {report.month < report.lastMonth ? null : ' O mês ainda não terminou.'}
      </span>
    </p>
  );
}

interface ReportActionsProps {
  month: string;
  monthRange: { first: string; last: string };
  /** False while the page still shows the previous report. */
  isShown: boolean;
}

export function ReportActions({ month, monthRange, isShown }: ReportActionsProps) {
  const { user } = useSession();
  const { account, setAccount } = useInstagramAccountParam();
  return (
    <div className="flex flex-wrap items-center gap-2 max-lg:w-full print:hidden">
      {user === null ? null : (
        <InstagramAccountFilter
          user={user}
          isSingle
          value={account === undefined ? undefined : { id: account, isFirst: false }}
          onValue={(chosen) => setAccount(chosen?.id)}
        />
      )}
      <div className="flex items-center max-lg:w-full max-lg:justify-between">
        <MonthButton to={addMonths(month, -1)} monthRange={monthRange} isPrevious />
        <span aria-live="polite" className="min-w-36 text-center text-sm font-semibold">
          {monthTitle(month)}
        </span>
        <MonthButton to={addMonths(month, 1)} monthRange={monthRange} />
      </div>
      <Button
        variant="line"
        className="max-lg:flex-1"
        icon={<Printer size={16} />}
        disabled={!isShown}
        onClick={() => print()}
      >
        Imprimir
      </Button>
      <DownloadButton month={month} account={account} isShown={isShown} />
    </div>
  );
}

interface MonthButtonProps {
  to: string;
  monthRange: ReportActionsProps['monthRange'];
  isPrevious?: boolean;
}

function MonthButton({ to, monthRange, isPrevious = false }: MonthButtonProps) {
  const navigate = useNavigate();
  // The button stays focusable at the first and last month, so that the focus is not lost.
  const isAtEnd = to < monthRange.first || to > monthRange.last;
  const { account } = useInstagramAccountParam();
  const goToMonth = () =>
    void navigate(reportPath(to) + buildAccountQuery(account), { preventScrollReset: true });
  return (
    <IconButton
      label={isPrevious ? 'Mês anterior' : 'Próximo mês'}
      icon={isPrevious ? <ChevronLeft size={20} /> : <ChevronRight size={20} />}
      aria-disabled={isAtEnd || undefined}
      onClick={isAtEnd ? undefined : goToMonth}
    />
  );
}

/** In ms: the server renders the PDF on request, possibly after others. */
const RESPONSE_TIMEOUT_MS = 60_000;

interface DownloadButtonProps {
  month: string;
  account: string | undefined;
  isShown: boolean;
}

function DownloadButton({ month, account, isShown }: DownloadButtonProps) {
  const save = useMutation({
    mutationFn: () =>
      download(monthlyReportPdf, { params: { month }, query: { account } }, RESPONSE_TIMEOUT_MS),
    onError: failureToast('Não foi possível baixar o PDF. Tente de novo.'),
  });
  return (
    <Button
      variant="ink"
      className="max-lg:flex-1"
      icon={<Download size={16} />}
      disabled={!isShown}
      busy={save.isPending}
      busyLabel="Preparando..."
      onClick={() => save.mutate()}
    >
      Baixar PDF
    </Button>
  );
}

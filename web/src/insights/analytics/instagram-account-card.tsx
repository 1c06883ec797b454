import type { AdvancedAnalytics } from '@pontual/contract/insights/analytics.ts';
import { formatDayMonth, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { ChevronDown, Link2 } from 'lucide-react';
import { ConnectButton } from '../../instagram/connect-button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { formatChange, formatCount } from '../../ui/number-format.ts';
import { Bars, Chart, formatChartDay, SeriesLine } from './account-chart.tsx';
import { findBest, buildSeries, type MetricSeries } from './account-series.ts';
import { NumbersTable } from './numbers-table.tsx';
import { NoData } from './rate-badge.tsx';

type InstagramAccount = AdvancedAnalytics['account'];

interface InstagramAccountCardProps {
  account: InstagramAccount;
  /** Undefined where the page has no choice of account. */
  id: string | undefined;
}

export function InstagramAccountCard({ account, id }: InstagramAccountCardProps) {
  const { days, issue, updatedAt } = account;
  return (
    <Card className="mt-3 lg:mt-4">
      <CardHeader
        title="Sua conta no Instagram"
        level="h3"
        aside={
          updatedAt === null ? undefined : (
            <span className="text-right text-xs text-ink-3">{formatUpdatedAt(updatedAt)}</span>
          )
        }
      />
      {issue === null ? null : <AccountIssue issue={issue} id={id} />}
      {days.length > 0 ? (
        <AccountDays days={days} />
      ) : issue === null ? (
        <p className="px-4 pt-2 pb-5 text-sm text-pretty text-ink-3 lg:px-5">
          Sem dados por enquanto. Os números da conta chegam até um dia depois de conectá-la.
        </p>
      ) : null}
    </Card>
  );
}

function formatUpdatedAt(updatedAt: string): string {
  const at = new Date(updatedAt);
  return `Atualizado em ${formatDayMonth(at)}, ${formatTime(at)}`;
}

const issueTexts = {
  not_connected: {
    text: 'Sem dados novos: nenhuma conta está conectada. Conecte a sua para ver seguidores e alcance.',
    button: 'Conectar Instagram',
  },
  permission: {
    text: 'Sem dados novos: falta a permissão para ler os números da conta. Reconecte o Instagram e aceite todas as permissões.',
    button: 'Reconectar Instagram',
  },
} as const;

interface AccountIssueProps extends Pick<InstagramAccountCardProps, 'id'> {
  issue: NonNullable<InstagramAccount['issue']>;
}

function AccountIssue({ issue, id }: AccountIssueProps) {
  const { text, button } = issueTexts[issue];
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 px-4 pt-2 pb-5 lg:px-5">
      <p className="max-w-[60ch] text-sm text-pretty text-ink-2">{text}</p>
      <ConnectButton label={button} account={id} look={{ size: 'md', icon: <Link2 size={17} /> }} />
    </div>
  );
}

function AccountDays({ days }: { days: InstagramAccount['days'] }) {
  const followers = buildSeries(days, 'followers', 'lowest');
  const reach = buildSeries(days, 'reach', 'zero');
  return (
    <>
      <div className="grid gap-8 px-4 pt-3.5 pb-5 lg:px-5 xl:grid-cols-2 xl:gap-12">
        <Chart
          title="Seguidores"
          figure={formatCount(followers.points.at(-1)?.value ?? 0)}
          subtitle={describeFollowers(followers)}
          series={followers}
        >
          <SeriesLine series={followers} />
        </Chart>
        <Chart
          title="Alcance por dia"
          figure={formatCount(average(reach))}
          subtitle={describeReach(reach)}
          series={reach}
        >
          <Bars series={reach} />
        </Chart>
      </div>
      <details className="group border-t border-line">
        <summary className="flex min-h-12 list-none items-center gap-2 px-4 text-sm font-semibold lg:px-5">
          <ChevronDown size={17} className="transition-transform group-open:rotate-180" />
          Números por dia
        </summary>
        <NumbersTable
          label="Números da conta por dia"
          columns={[
            { label: 'Dia' },
            { label: 'Seguidores' },
            { label: 'Alcance' },
            { label: 'Visualizações', short: 'Visualiz.' },
            { label: 'Interações', short: 'Interaç.' },
          ]}
          rows={days.toReversed().map((day) => ({
            key: day.date,
            head: formatChartDay(day.date),
            cells: [day.followers, day.reach, day.views, day.interactions].map((value, index) =>
              // oxlint-disable-next-line react/no-array-index-key -- the columns are always these
              value === null ? <NoData key={index} /> : formatCount(value),
            ),
          }))}
        />
      </details>
    </>
  );
}

function describeFollowers({ points }: MetricSeries): string {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) return '';
  if (first === last) return `em ${formatChartDay(last.date)}`;
  return `${formatChange(last.value - first.value)} desde ${formatChartDay(first.date)}`;
}

const average = ({ points }: MetricSeries): number =>
  points.length === 0 ? 0 : points.reduce((sum, { value }) => sum + value, 0) / points.length;

function describeReach(series: MetricSeries): string {
  const best = findBest(series);
  return best === undefined
    ? ''
    : `em média; o melhor dia foi ${formatChartDay(best.date)}, com ${formatCount(best.value)}`;
}

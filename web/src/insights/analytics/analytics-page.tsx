import type { User } from '@pontual/contract/identity/auth.ts';
import type { BasicAnalytics } from '@pontual/contract/insights/analytics.ts';
import { ArrowLeft, Lightbulb } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSession } from '../../api/session.tsx';
import { InstagramAccountFilter } from '../../instagram/instagram-account-filter.tsx';
import { hasSeveralAccounts } from '../../instagram/has-several-accounts.ts';
import { useInstagramAccountParam } from '../../instagram/use-instagram-account-param.ts';
import { paths } from '../../ui/page/paths.ts';
import { afterRefusal, PlanGate, usePlanAccess } from '../../posts/plan-gate.tsx';
import { PageSpinner } from '../page-spinner.tsx';
import { QueryState } from '../../ui/page/query-state.tsx';
import { PlanBadge } from '../../ui/badge.tsx';
import { DimWhileBusy } from '../../ui/skeleton.tsx';
import { ReportLink } from '../report/report-link.tsx';
import { AdvancedSection } from './advanced-section.tsx';
import { useBasicAnalytics } from './analytics-queries.ts';
import { DailyActivity } from './daily-activity.tsx';
import { ExportButtons } from './export-buttons.tsx';
import { MediaShares } from './media-shares.tsx';
import { SummaryCards } from './summary-cards.tsx';
import { TipsCard } from './tips-card.tsx';
import { UpgradeCard } from './upgrade-card.tsx';

export function AnalyticsPage() {
  const { user } = useSession();
  return user === null ? null : <Analytics user={user} />;
}

function Analytics({ user }: { user: User }) {
  const limitsAccess = usePlanAccess(({ analytics }) => analytics);
  const { account } = useInstagramAccountParam();
  const basic = useBasicAnalytics(account, limitsAccess.state === 'allowed');
  const access = afterRefusal(limitsAccess, basic.error);
  const shown = access.state === 'allowed' ? basic.data : undefined;
  const hasActions = user.plan === 'premium' || hasSeveralAccounts(user);
  return (
    <Head
      subtitle={shown === undefined ? null : <Subtitle plan={user.plan} days={shown.period} />}
      actions={shown !== undefined && hasActions ? <Actions user={user} /> : undefined}
    >
      <PlanGate
        access={access}
        title="Analytics não disponível"
        message="Esta funcionalidade está disponível nos planos Pro e Premium."
        loading={<PageSpinner />}
      >
        {() => (
          <QueryState
            query={basic}
            failed={{
              title: 'Erro ao carregar Analytics',
              fallback: 'Erro ao carregar analytics',
              back: paths.dashboard,
            }}
            loading={<PageSpinner />}
          >
            {(data) => (
              <DimWhileBusy busy={basic.isPlaceholderData}>
                <Numbers plan={user.plan} data={data} account={account} />
              </DimWhileBusy>
            )}
          </QueryState>
        )}
      </PlanGate>
    </Head>
  );
}

interface HeadProps {
  subtitle?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

function Head({ subtitle, actions, children }: HeadProps) {
  return (
    <>
      <title>Analytics · Pontual</title>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 lg:mb-6">
        <div className="min-w-0">
          <Link
            to={paths.dashboard}
            className="-my-2.5 mb-0 inline-flex min-h-11 items-center gap-1.5 text-xs font-medium text-ink-3 underline-offset-3 hover:text-ink hover:underline lg:my-0 lg:mb-2 lg:min-h-6"
          >
            <ArrowLeft size={16} />
            Dashboard
          </Link>
          <h1 className="h-page">Analytics</h1>
          {subtitle}
        </div>
        {actions === undefined ? null : (
          <div className="flex flex-wrap gap-2 max-lg:w-full">{actions}</div>
        )}
      </div>
      {children}
    </>
  );
}

function Actions({ user }: { user: User }) {
  const { account, setAccount } = useInstagramAccountParam();
  return (
    <>
      <InstagramAccountFilter
        user={user}
        value={account === undefined ? undefined : { id: account, isFirst: false }}
        onValue={(chosen) => setAccount(chosen?.id)}
      />
      {user.plan === 'premium' ? (
        <>
          <ReportLink account={account} />
          <ExportButtons account={account} />
        </>
      ) : null}
    </>
  );
}

function Subtitle({ plan, days }: { plan: User['plan']; days: number }) {
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-ink-2">
      {plan === 'premium' ? 'Análise avançada de performance' : 'Análise básica de performance'}
      <PlanBadge plan={plan}>, últimos {days} dias</PlanBadge>
    </p>
  );
}

interface NumbersProps {
  plan: User['plan'];
  data: BasicAnalytics;
  account: string | undefined;
}

function Numbers({ plan, data, account }: NumbersProps) {
  return (
    <>
      <SummaryCards summary={data.summary} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:gap-4 xl:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
        <DailyActivity days={data.dailyActivity} />
        <MediaShares types={data.mediaTypes} />
      </div>
      <TipsCard title="Insights" Icon={Lightbulb} tips={data.insights} className="mt-3 lg:mt-4" />
      {plan === 'premium' ? <AdvancedSection account={account} /> : <UpgradeCard />}
    </>
  );
}

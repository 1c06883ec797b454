import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { useAccountSettings } from '../account-queries.ts';
import { IfAllowed } from '../../api/permissions.tsx';
import { paths } from '../../ui/page/paths.ts';
import { PageHead } from '../../ui/page/page-head.tsx';
import { DevelopersCard } from './developers-card.tsx';
import { QueryState } from '../../ui/page/query-state.tsx';
import { TokensCard } from './tokens-card.tsx';
import { WebhooksCard } from './webhooks-card.tsx';

export function IntegrationsPage() {
  const account = useAccountSettings();
  return (
    <div className="max-w-[720px]">
      <title>Programas · Pontual</title>
      <PageHead title="Programas">
        <p className="mt-1.5 text-sm text-pretty text-ink-2">
          Ligue outros programas à Pontual: planilhas, sites e automações.
        </p>
      </PageHead>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:gap-4">
        <QueryState query={account} failed="Não foi possível carregar a sua conta.">
          {({ hasPassword }) => (
            <>
              <TokensCard hasPassword={hasPassword} />
              <IfAllowed permission="own">
                <WebhooksCard />
              </IfAllowed>
              <DevelopersCard />
            </>
          )}
        </QueryState>
        <p>
          <Link
            to={paths.userAccount}
            className="text-link inline-flex min-h-11 items-center gap-1.5 text-sm text-ink"
          >
            <ArrowLeft size={16} />
            Sua conta
          </Link>
        </p>
      </div>
    </div>
  );
}

import type { User } from '@pontual/contract/identity/auth.ts';
import { limitsByPlan } from '@pontual/contract/billing/plans.ts';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { IfAllowed } from '../api/permissions.tsx';
import { ConnectAnother } from './instagram/connect-another.tsx';
import { hasSeveralAccounts } from '../instagram/has-several-accounts.ts';
import { paths } from '../ui/page/paths.ts';
import { buttonClass } from '../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../ui/card.tsx';
import { Alert } from '../ui/alert.tsx';

export function MoreAccountsCard({ user }: { user: User }) {
  const [failure, setFailure] = useState<string>();
  if (user.instagramAccountId === null || hasSeveralAccounts(user)) return null;
  const { accounts } = limitsByPlan[user.plan];
  return (
    <IfAllowed permission="own">
      <Card>
        <CardHeader title="Mais contas do Instagram" />
        <CardBody className="grid gap-4 pt-2.5!">
          <p className="text-sm text-pretty text-ink-2">
            Publique em outras contas além de @{user.instagramUsername}, cada post na sua.{' '}
            {accounts > 1
              ? `Seu plano inclui ${accounts} contas.`
              : 'Disponível nos planos Pro e Premium.'}
          </p>
          {failure === undefined ? null : (
            <Alert tone="bad" live>
              {failure}
            </Alert>
          )}
          <div className="grid lg:justify-items-start">
            {accounts > 1 ? (
              <ConnectAnother variant="line" onFailure={setFailure} />
            ) : (
              <Link to={paths.plans} className={buttonClass({ variant: 'line' })}>
                <Lock size={16} className="-ml-1" />
                Ver planos
              </Link>
            )}
          </div>
        </CardBody>
      </Card>
    </IfAllowed>
  );
}

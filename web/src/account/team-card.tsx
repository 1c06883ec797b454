import type { User } from '@pontual/contract/identity/auth.ts';
import { limitsByPlan } from '@pontual/contract/billing/plans.ts';
import { Lock } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../ui/page/paths.ts';
import { buttonClass } from '../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../ui/card.tsx';

export function TeamCard({ user }: { user: User }) {
  const isLocked = !limitsByPlan[user.plan].members && user.memberCount <= 1;
  return (
    <Card>
      <CardHeader title="Pessoas" />
      <CardBody className="grid gap-4 pt-2.5!">
        <p className="text-sm text-pretty text-ink-2">
          Trabalhe com mais gente nesta conta: quem edita, quem aprova e quem só acompanha.
          {isLocked ? ' Disponível nos planos Pro e Premium.' : null}
        </p>
        <Link
          to={isLocked ? paths.plans : paths.members}
          className={`${buttonClass({ variant: 'line' })} lg:justify-self-start`}
        >
          {isLocked ? (
            <>
              <Lock size={16} className="-ml-1" />
              Ver planos
            </>
          ) : (
            'Abrir Pessoas'
          )}
        </Link>
      </CardBody>
    </Card>
  );
}

import type { User } from '@pontual/contract/identity/auth.ts';
import { limitsByPlan } from '@pontual/contract/billing/plans.ts';
import { ArrowLeft } from 'lucide-react';
import { useRef, type RefObject } from 'react';
import { Link } from 'react-router';
import { useSession } from '../../api/session.tsx';
import { paths } from '../../ui/page/paths.ts';
import { PageHead } from '../../ui/page/page-head.tsx';
import { QueryState } from '../../ui/page/query-state.tsx';
import { Card } from '../../ui/card.tsx';
import { Alert } from '../../ui/alert.tsx';
import { SkeletonBar, Skeleton } from '../../ui/skeleton.tsx';
import { ApprovalRulesCard } from './approval-rules-card.tsx';
import { InvitationsCard } from './invitations-card.tsx';
import { MembersCard } from './members-card.tsx';
import { useMembers } from './members-queries.ts';
import { TeamNameCard } from './team-name-card.tsx';
import { AuditCard } from './audit-card.tsx';
import { NotInPlan } from '../../ui/page/not-in-plan.tsx';

export function MembersPage() {
  const { user } = useSession();
  if (user === null) return null;
  return (
    <div className="max-w-[720px]">
      <title>Pessoas · Pontual</title>
      <PageHead title="Pessoas">
        <p className="mt-1.5 text-sm text-pretty text-ink-2">
          Quem trabalha com você, o que cada um pode fazer e o que aconteceu.
        </p>
      </PageHead>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:gap-4">
        <TeamLoader user={user} />
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

function TeamLoader({ user }: { user: User }) {
  const query = useMembers();
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <QueryState
      query={query}
      failed="Não foi possível carregar as pessoas."
      loading={<TeamSkeleton />}
      focusAfter={title}
    >
      {(team) => <Team user={user} team={team} titleRef={title} />}
    </QueryState>
  );
}

const TeamSkeleton = () => (
  <Skeleton className="grid gap-4">
    <Card className="grid gap-4 p-5">
      <SkeletonBar className="h-5 w-40" />
      <SkeletonBar className="h-4" />
      <SkeletonBar className="h-4 w-3/4" />
    </Card>
  </Skeleton>
);

interface TeamProps {
  user: User;
  team: NonNullable<ReturnType<typeof useMembers>['data']>;
  titleRef: RefObject<HTMLHeadingElement | null>;
}

function Team({ user, team: { name, members, invitations }, titleRef }: TeamProps) {
  const isTeamAllowed = limitsByPlan[user.plan].members;
  const isOwner = user.role === 'owner';
  const isAlone = members.length === 1 && invitations.length === 0;
  if (!isTeamAllowed && isAlone) return <TeamNotInPlan />;
  return (
    <>
      {isTeamAllowed ? null : (
        <Alert tone="warn">
          {isOwner
            ? 'No plano Gratuito as outras pessoas só veem, e ninguém novo pode ser convidado. Com o Pro ou o Premium cada uma volta ao seu acesso.'
            : 'Enquanto a equipe está no plano Gratuito, só quem é responsável por ela pode mudar algo.'}
        </Alert>
      )}
      <MembersCard user={user} members={members} titleRef={titleRef} />
      {isOwner ? <InvitationsCard invitations={invitations} canInvite={isTeamAllowed} /> : null}
      {isOwner && !isAlone ? <TeamNameCard name={name} /> : null}
      {isOwner ? (
        <ApprovalRulesCard canDemand={isTeamAllowed} isAlone={members.length === 1} />
      ) : null}
      {isOwner && !isAlone ? <AuditCard /> : null}
    </>
  );
}

function TeamNotInPlan() {
  return (
    <NotInPlan
      title="Pessoas não disponível"
      message="Convidar quem trabalha com você está disponível nos planos Pro e Premium."
    />
  );
}

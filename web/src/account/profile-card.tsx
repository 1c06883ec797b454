import type { User } from '@pontual/contract/identity/auth.ts';
import { formatDate } from '@pontual/contract/shared/brasilia-time.ts';
import { Link } from 'react-router';
import { IfAllowed } from '../api/permissions.tsx';
import { paths } from '../ui/page/paths.ts';
import { Avatar } from '../ui/page/avatar.tsx';
import { PlanBadge } from '../ui/badge.tsx';
import { Card, CardBody } from '../ui/card.tsx';

export function ProfileCard({ user }: { user: User }) {
  return (
    <Card aria-label="Quem é você">
      <CardBody className="flex items-center gap-4">
        <Avatar user={user} className="size-14 text-xl" />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <b className="min-w-0 font-semibold wrap-anywhere">{user.email}</b>
            <PlanBadge plan={user.plan} />
          </p>
          <p className="mt-0.5 text-sm wrap-anywhere text-ink-2">
            <Instagram user={user} />
          </p>
        </div>
      </CardBody>
    </Card>
  );
}

function Instagram({ user }: { user: User }) {
  if (user.instagramUsername === null) {
    return (
      <>
        Instagram não conectado.{' '}
        <IfAllowed permission="own">
          <Link to={paths.dashboard} className="text-link text-ink">
            Conectar no Dashboard
          </Link>
        </IfAllowed>
      </>
    );
  }
  return user.instagramConnectedAt === null
    ? `@${user.instagramUsername} no Instagram`
    : `@${user.instagramUsername} no Instagram, desde ${formatDate(new Date(user.instagramConnectedAt))}`;
}

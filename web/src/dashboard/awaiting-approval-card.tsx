import { Clock } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../ui/page/paths.ts';
import { Card } from '../ui/card.tsx';

const awaitingPostsPath = `${paths.schedule}?awaiting=true#timeline`;

export function AwaitingApprovalCard({ count }: { count: number | null | undefined }) {
  if (!count) return null;
  const isOne = count === 1;
  return (
    <Card
      aria-label="Aprovações"
      className="mb-3 flex items-center gap-3 px-4 py-3 text-sm max-lg:rounded-md lg:mb-4 lg:px-6"
    >
      <Clock size={18} className="shrink-0 text-warn-text" />
      <p className="min-w-0 flex-1 text-pretty text-ink-2">
        <b className="font-semibold text-ink">
          {isOne ? '1 post espera aprovação.' : `${count} posts esperam aprovação.`}
        </b>{' '}
        <span className="max-lg:block">{isOne ? 'Sem ela, não sai.' : 'Sem ela, não saem.'}</span>
      </p>
      <Link to={awaitingPostsPath} className="text-link shrink-0">
        {isOne ? 'Ver post' : 'Ver posts'}
      </Link>
    </Card>
  );
}

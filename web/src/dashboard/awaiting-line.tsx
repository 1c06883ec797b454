import { Clock } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { Card } from '../ui/card.tsx';

/** The timeline, narrowed to them. */
const listed = `${paths.schedule}?awaiting=true#timeline`;

/** How many posts wait for an approval, and the way to them; nothing where none does. */
export function AwaitingLine({ count }: { count: number | null | undefined }) {
  if (!count) return null;
  const one = count === 1;
  return (
    <Card
      aria-label="Aprovações"
      className="mb-3 flex items-center gap-3 px-4 py-3 text-sm max-lg:rounded-md lg:mb-4 lg:px-6"
    >
      <Clock size={18} className="shrink-0 text-warn-text" />
      <p className="min-w-0 flex-1 text-pretty text-ink-2">
        <b className="font-semibold text-ink">
          {one ? '1 post espera aprovação.' : `${count} posts esperam aprovação.`}
        </b>{' '}
        <span className="max-lg:block">{one ? 'Sem ela, não sai.' : 'Sem ela, não saem.'}</span>
      </p>
      <Link to={listed} className="text-link shrink-0">
        {one ? 'Ver post' : 'Ver posts'}
      </Link>
    </Card>
  );
}

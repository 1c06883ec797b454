import { ArrowRight, CalendarDays, Plus } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { cx } from '../ui/cx.ts';

const action =
  'flex min-h-16 items-center gap-3 rounded-lg border px-[18px] text-sm leading-[1.2] font-semibold transition-colors';

export function QuickActions() {
  return (
    <nav aria-label="Ações rápidas" className="grid gap-2 lg:grid-cols-2 lg:gap-3">
      <Link
        to={paths.createPost}
        className={cx(action, 'border-transparent bg-ipe text-on-ipe hover:bg-ipe-hover')}
      >
        <Plus size={22} />
        <span className="flex-1">Criar Novo Post</span>
        <ArrowRight size={18} />
      </Link>
      <Link to={paths.schedule} className={cx(action, 'border-line bg-surface hover:bg-hover')}>
        <CalendarDays size={22} />
        <span className="flex-1">Ver Timeline Completa</span>
        <ArrowRight size={18} />
      </Link>
    </nav>
  );
}

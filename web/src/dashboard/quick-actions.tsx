import { ArrowRight, CalendarDays, ChartColumn, ListOrdered, Plus } from 'lucide-react';
import { Link } from 'react-router';
import { useCan } from '../api/permissions.tsx';
import { paths } from '../ui/page/paths.ts';
import { useLimits } from '../posts/limits-queries.ts';
import { cx } from '../ui/cx.ts';

const defaultClass = 'border-line bg-surface hover:bg-hover';

const actions = [
  {
    to: paths.createPost,
    label: 'Criar Novo Post',
    Icon: Plus,
    className: 'border-transparent bg-ipe text-on-ipe hover:bg-ipe-hover',
  },
  {
    to: paths.schedule,
    label: 'Ver Timeline Completa',
    Icon: CalendarDays,
    className: defaultClass,
  },
];

const analyticsAction = {
  to: paths.analytics,
  label: 'Ver Analytics',
  Icon: ChartColumn,
  className: defaultClass,
};

const queueAction = {
  to: paths.queue,
  label: 'Ver Fila',
  Icon: ListOrdered,
  className: defaultClass,
};

export function QuickActions() {
  const limits = useLimits();
  const canEdit = useCan('edit');
  const shown = [
    ...(canEdit ? actions : actions.slice(1)),
    ...(limits?.advancedScheduling === true ? [queueAction] : []),
    ...(limits?.analytics === true ? [analyticsAction] : []),
  ];
  return (
    <nav
      aria-label="Ações rápidas"
      className="grid gap-2 lg:auto-cols-fr lg:grid-flow-col lg:gap-3"
    >
      {shown.map(({ to, label, Icon, className }) => (
        <Link
          key={to}
          to={to}
          className={cx(
            'flex min-h-16 items-center gap-3 rounded-lg border px-[18px] text-sm leading-[1.2] font-semibold transition-colors lg:max-2xl:px-3.5',
            className,
          )}
        >
          <Icon size={22} />
          <span className="flex-1">{label}</span>
          <ArrowRight size={18} className="lg:max-2xl:hidden" />
        </Link>
      ))}
    </nav>
  );
}

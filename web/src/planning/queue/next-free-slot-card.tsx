import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { CalendarPlus } from 'lucide-react';
import { Link } from 'react-router';
import { useCan } from '../../api/permissions.tsx';
import { paths } from '../../ui/page/paths.ts';
import { countdown, relativeDay } from '../../ui/dates/day-text.ts';
import { useMinute } from '../../ui/page/use-minute.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

export function NextFreeSlotCard({ next }: { next: string | null }) {
  const now = useMinute();
  const canEdit = useCan('edit');
  const at = next === null ? null : new Date(next);
  return (
    <Card
      aria-labelledby="proximo-livre"
      className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 p-4 lg:p-5"
    >
      <div className="min-w-0">
        <h2 id="proximo-livre" className="text-sm font-semibold text-ink-2">
          Próximo horário livre
        </h2>
        {at === null ? (
          <p className="mt-2 max-w-[46ch] text-pretty text-ink-2">
            Todos os horários estão ocupados até onde o seu plano agenda. Adicione um horário na
            semana.
          </p>
        ) : (
          <p className="mt-2 flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <time
              dateTime={at.toISOString()}
              className="tnum font-heading text-[44px] leading-none font-bold tracking-[-.03em]"
            >
              {formatTime(at)}
            </time>
            <span className="text-ink-2">
              {relativeDay(at, now)}, {countdown(now, at)}
            </span>
          </p>
        )}
      </div>
      {at === null || !canEdit ? null : (
        <Link
          to={paths.createPost}
          state={{ scheduledTime: at.toISOString() }}
          className={buttonClass({ variant: 'ipe', size: 'lg' })}
        >
          <CalendarPlus size={18} />
          Criar post para {formatTime(at)}
        </Link>
      )}
    </Card>
  );
}

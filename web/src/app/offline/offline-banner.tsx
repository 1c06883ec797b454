import { dayKey, formatDayMonth, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { CloudOff } from 'lucide-react';
import { useMinute } from '../../ui/page/use-minute.ts';
import { useIsOnline, useStaleSince } from './use-offline-cache.ts';

export function OfflineBanner() {
  const isOnline = useIsOnline();
  const since = useStaleSince();
  const now = useMinute();
  const isShown = !isOnline || since !== null;
  return (
    // The element exists before its text, or screen readers miss the announcement.
    <output>
      {isShown ? (
        <span className="mb-4 flex items-start gap-3 rounded-md bg-warn-soft px-4 py-3 text-sm leading-[1.45] text-warn-text lg:mb-6">
          <CloudOff size={18} className="mt-px shrink-0" />
          <span className="tnum text-pretty">
            {isOnline ? 'Sem conexão com a Pontual.' : 'Sem internet.'}{' '}
            {since === null
              ? 'O que já está agendado sai na hora do mesmo jeito.'
              : `Mostrando o que havia ${formatWhen(new Date(since), now)}.`}
          </span>
        </span>
      ) : null}
    </output>
  );
}

const formatWhen = (at: Date, now: Date) =>
  dayKey(at) === dayKey(now)
    ? `às ${formatTime(at)}`
    : `em ${formatDayMonth(at)}, às ${formatTime(at)}`;

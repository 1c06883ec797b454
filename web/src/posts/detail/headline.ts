import { dayKey, formatFullDay, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { dayHeading } from '../../ui/dates/day-text.ts';

export type Headline =
  | { kind: 'hour'; dueAt: Date; time: string; day: string; date: string }
  | { kind: 'words'; text: string };

/** An ISO 8601 instant (specification, section 8, date fallbacks). */
export function getHeadline(scheduledTime: string | null, now: Date): Headline {
  if (scheduledTime === null) return { kind: 'words', text: 'Sem data definida' };
  const dueAt = new Date(scheduledTime);
  if (Number.isNaN(dueAt.getTime())) return { kind: 'words', text: 'Data inválida' };
  return {
    kind: 'hour',
    dueAt,
    time: formatTime(dueAt),
    day: dayHeading(dayKey(dueAt), now).title,
    date: `${formatFullDay(dueAt)}, horário de Brasília`,
  };
}

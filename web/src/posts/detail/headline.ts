import { dayKey, formatFullDay, formatTime } from '@pontual/contract/brasilia-time.ts';
import { dayHeading } from '../schedule/timeline-groups.ts';

/** A post's hour as its headline: the hour itself with its day, or words where there is none. */
export type Headline =
  | { kind: 'hour'; at: Date; hour: string; day: string; date: string }
  | { kind: 'words'; text: string };

/** The hour of a post, an instant of ISO 8601 (specification, section 8, date fallbacks). */
export function headlineOf(scheduledTime: string | null, now: Date): Headline {
  if (scheduledTime === null) return { kind: 'words', text: 'Sem data definida' };
  const at = new Date(scheduledTime);
  if (Number.isNaN(at.getTime())) return { kind: 'words', text: 'Data inválida' };
  return {
    kind: 'hour',
    at,
    hour: formatTime(at),
    day: dayHeading(dayKey(at), now).title,
    date: `${formatFullDay(at)}, horário de Brasília`,
  };
}

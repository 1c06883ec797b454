import { formatWeekday } from '@pontual/contract/shared/brasilia-time.ts';
import { parseDueTimeFields, type DueTimeFields } from './when/due-time-fields.ts';

/** Always with the day, `sex 27/11 às 19:00`; null if the due time is incomplete. */
export function shortDueTimeText(when: DueTimeFields): string | null {
  const at = parseDueTimeFields(when);
  if (at === null) return null;
  const [, month, day] = when.date.split('-');
  return `${formatWeekday(at).slice(0, 3)} ${day}/${month} às ${when.time}`;
}

/** `Agendar em @cafe.serra, sex 27/11 às 19:00`. */
export function submitLabel(when: DueTimeFields, accountName: string | undefined): string {
  const dueTimeText = shortDueTimeText(when);
  if (accountName === undefined)
    return dueTimeText === null ? 'Agendar' : `Agendar para ${dueTimeText}`;
  return `Agendar em ${accountName}${dueTimeText === null ? '' : `, ${dueTimeText}`}`;
}

import { formatWeekday } from '@pontual/contract/brasilia-time.ts';
import { fromFields, type WallFields } from './when/wall-fields.ts';

/** A day and an hour where there is little room, never without the day: `sex 27/11 às 19:00`. */
export function shortMoment(when: WallFields): string | null {
  const at = fromFields(when);
  if (at === null) return null;
  const [, month, day] = when.date.split('-');
  return `${formatWeekday(at).slice(0, 3)} ${day}/${month} às ${when.time}`;
}

/** What the button of the form does: `Agendar em @cafe.serra, sex 27/11 às 19:00`. */
export function sendWords(when: WallFields, account: string | undefined): string {
  const moment = shortMoment(when);
  if (account === undefined) return moment === null ? 'Agendar' : `Agendar para ${moment}`;
  return `Agendar em ${account}${moment === null ? '' : `, ${moment}`}`;
}

import { formatTime, fromBrasilia, toBrasilia } from '@pontual/contract/shared/brasilia-time.ts';
import { horizonEnd } from '@pontual/contract/billing/plans.ts';
import { validateTime, type Bounds } from './time-bounds.rules.ts';
import {
  floorToMinute,
  toDueTimeFields,
  ceilToMinute,
  type DueTimeFields,
} from './due-time-fields.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const quickShortcuts = [
  { label: '5 min', ms: 5 * MINUTE },
  { label: '15 min', ms: 15 * MINUTE },
  { label: '30 min', ms: 30 * MINUTE },
  { label: '1 h', ms: HOUR },
  { label: '2 h', ms: 2 * HOUR },
  { label: '5 h', ms: 5 * HOUR },
  { label: '1 dia', ms: DAY },
  { label: '3 dias', ms: 3 * DAY },
  { label: '1 semana', ms: 7 * DAY },
] as const;

/** Rounds up to the minute; down if the horizon ends at that moment, as the next minute would be refused. */
export function timeFromNow(
  now: Date,
  ms: number,
  horizon: Bounds['horizon'] = null,
): DueTimeFields {
  const instant = new Date(now.getTime() + ms);
  const whole = ceilToMinute(instant);
  const tooFar = horizon !== null && whole > horizonEnd(now, horizon.days);
  return toDueTimeFields(tooFar ? floorToMinute(instant) : whole);
}

export interface PopularTime {
  /** Identifies the time when its day or order changes. */
  id: '18' | '20' | '12' | '19';
  day: 'Hoje' | 'Amanhã';
  time: string;
  fields: DueTimeFields;
  /** Null if the time is available. */
  unavailableReason: string | null;
}

// The specification moves only 18:00 to tomorrow once it has passed: a passed 20:00 stays, with its reason.
export function listPopularTimes(now: Date, bounds: Bounds): PopularTime[] {
  const today = toBrasilia(now);
  const at = (id: PopularTime['id'], day: PopularTime['day']): PopularTime => {
    const days = day === 'Hoje' ? 0 : 1;
    const instant = fromBrasilia({ ...today, day: today.day + days, hour: Number(id), minute: 0 });
    const fields = toDueTimeFields(instant);
    return {
      id,
      day,
      time: formatTime(instant),
      fields,
      unavailableReason: validateTime(fields, now, bounds),
    };
  };
  const evening = at('18', 'Hoje');
  const isPast = fromBrasilia({ ...today, hour: 18, minute: 0 }) < bounds.min(now);
  const times = [
    isPast ? at('18', 'Amanhã') : evening,
    at('20', 'Hoje'),
    at('12', 'Amanhã'),
    at('19', 'Amanhã'),
  ];
  const order = ({ fields }: PopularTime) => `${fields.date} ${fields.time}`;
  return times.sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

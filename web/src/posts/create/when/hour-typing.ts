/** What stands in the two parts of an hour: two digits, one while a second may follow, or none. */
export interface Clock {
  hour: string;
  minute: string;
}

export type Part = keyof Clock;

/** How many hours and minutes there are. */
export const sizes = { hour: 24, minute: 60 } as const;

const padded = (digits: string) => (digits === '' ? '' : digits.padStart(2, '0'));

/** The parts of `18:00`; both empty of an empty time. */
export function clockOf(time: string): Clock {
  const [hour = '', minute = ''] = time.split(':');
  return { hour, minute };
}

/** `18:00`, or empty while a part is missing. */
export function timeOf({ hour, minute }: Clock): string {
  return hour === '' || minute === '' ? '' : `${padded(hour)}:${padded(minute)}`;
}

/** A digit to which no second can be added is all of its part. */
function complete(part: Part, digit: string): string {
  return Number(digit) * 10 >= sizes[part] ? padded(digit) : digit;
}

/** An hour that is there has minutes. */
function withMinutes(clock: Clock): Clock {
  return clock.hour !== '' && clock.minute === '' ? { ...clock, minute: '00' } : clock;
}

interface Typed {
  clock: Clock;
  /** Where typing goes on. */
  part: Part;
}

function typedMinute(clock: Clock, digits: string): Typed {
  // A full part is typed anew.
  const added = digits.length > 2 ? digits.slice(2) : digits;
  const minute = added.length === 1 ? complete('minute', added) : added;
  return { clock: Number(minute) < sizes.minute ? { ...clock, minute } : clock, part: 'minute' };
}

function typedHour(clock: Clock, digits: string, ended: boolean): Typed {
  const first = complete('hour', digits.slice(0, 1));
  if (digits.length === 1 && first.length === 1 && !ended) {
    return { clock: { ...clock, hour: first }, part: 'hour' };
  }
  const both = digits.slice(0, 2);
  const fits = first.length === 1 && both.length === 2 && Number(both) < sizes.hour;
  const hour = fits ? both : padded(digits.slice(0, 1));
  const rest = digits.slice(fits ? 2 : 1);
  const filled = withMinutes({ ...clock, hour });
  return rest === '' ? { clock: filled, part: 'minute' } : typedMinute(filled, rest);
}

/**
 * What becomes of the clock when a part's text is changed to this. An hour that is all there goes on
 * to the minutes, as does what is typed beyond it: `1830`, `9:05`, `7h`, and a whole `18:30` put in
 * at once, all arrive. What names no time leaves the clock as it is.
 */
export function typed(clock: Clock, part: Part, text: string): Typed {
  const [first, second] = text.match(/\d+/g) ?? [];
  if (first === undefined) return { clock: text === '' ? { ...clock, [part]: '' } : clock, part };
  const whole =
    second === undefined && first.length === 4
      ? [first.slice(0, 2), first.slice(2)]
      : [first, second];
  const [hour = '', minute] = whole;
  if (minute !== undefined) {
    const isTime =
      hour.length <= 2 &&
      minute.length <= 2 &&
      Number(hour) < sizes.hour &&
      Number(minute) < sizes.minute;
    const parts = { hour: padded(hour), minute: padded(minute) };
    return { clock: isTime ? parts : clock, part: 'minute' };
  }
  if (part === 'minute') return typedMinute(clock, first);
  return typedHour(clock, first, /\D/.test(text));
}

/** A part moved by so many, round its ends; an empty one begins at `start`. */
export function stepped(clock: Clock, part: Part, by: number, start: Clock): Clock {
  const size = sizes[part];
  const value = clock[part] === '' ? Number(start[part]) : Number(clock[part]) + by;
  return withMinutes({ ...clock, [part]: padded(String((value + size) % size)) });
}

/** What leaving a part makes of it: `7` is `07`, and an hour alone is a full one. */
export function settled({ hour, minute }: Clock, { toHour }: { toHour: boolean }): Clock {
  const clock = { hour: padded(hour), minute: padded(minute) };
  // Whoever goes back from the minutes is clearing the field.
  return toHour ? clock : withMinutes(clock);
}

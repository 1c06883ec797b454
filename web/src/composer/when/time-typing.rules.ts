/** Each part has two digits, one while a second may follow, or none. */
export interface TypedTime {
  hour: string;
  minute: string;
}

export type TypedTimePart = keyof TypedTime;

export const partSizes = { hour: 24, minute: 60 } as const;

const padPart = (digits: string) => (digits === '' ? '' : digits.padStart(2, '0'));

/** Both parts are empty for an empty time. */
export function clockOf(time: string): TypedTime {
  const [hour = '', minute = ''] = time.split(':');
  return { hour, minute };
}

/** Empty while a part is missing. */
export function timeOf({ hour, minute }: TypedTime): string {
  return hour === '' || minute === '' ? '' : `${padPart(hour)}:${padPart(minute)}`;
}

/** Pads a digit that cannot be followed by a second one. */
function completeDigit(part: TypedTimePart, digit: string): string {
  return Number(digit) * 10 >= partSizes[part] ? padPart(digit) : digit;
}

function withMinutes(clock: TypedTime): TypedTime {
  return clock.hour !== '' && clock.minute === '' ? { ...clock, minute: '00' } : clock;
}

interface TypingResult {
  clock: TypedTime;
  part: TypedTimePart;
}

function typeMinute(clock: TypedTime, digits: string): TypingResult {
  const added = digits.length > 2 ? digits.slice(2) : digits;
  const minute = added.length === 1 ? completeDigit('minute', added) : added;
  return {
    clock: Number(minute) < partSizes.minute ? { ...clock, minute } : clock,
    part: 'minute',
  };
}

function typeHour(clock: TypedTime, digits: string, isEnded: boolean): TypingResult {
  const first = completeDigit('hour', digits.slice(0, 1));
  if (digits.length === 1 && first.length === 1 && !isEnded) {
    return { clock: { ...clock, hour: first }, part: 'hour' };
  }
  const twoDigits = digits.slice(0, 2);
  const isTwoDigitHour =
    first.length === 1 && twoDigits.length === 2 && Number(twoDigits) < partSizes.hour;
  const hour = isTwoDigitHour ? twoDigits : padPart(digits.slice(0, 1));
  const rest = digits.slice(isTwoDigitHour ? 2 : 1);
  const filled = withMinutes({ ...clock, hour });
  return rest === '' ? { clock: filled, part: 'minute' } : typeMinute(filled, rest);
}

/** Accepts `1830`, `9:05`, `7h` and a pasted `18:30`; an invalid text changes nothing. */
export function typeText(clock: TypedTime, part: TypedTimePart, text: string): TypingResult {
  const [first, second] = text.match(/\d+/g) ?? [];
  if (first === undefined) return { clock: text === '' ? { ...clock, [part]: '' } : clock, part };
  const digitGroups =
    second === undefined && first.length === 4
      ? [first.slice(0, 2), first.slice(2)]
      : [first, second];
  const [hour = '', minute] = digitGroups;
  if (minute !== undefined) {
    const isTime =
      hour.length <= 2 &&
      minute.length <= 2 &&
      Number(hour) < partSizes.hour &&
      Number(minute) < partSizes.minute;
    const parts = { hour: padPart(hour), minute: padPart(minute) };
    return { clock: isTime ? parts : clock, part: 'minute' };
  }
  if (part === 'minute') return typeMinute(clock, first);
  return typeHour(clock, first, /\D/.test(text));
}

/** Wraps around; an empty part starts at `start`. */
export function stepPart(
  clock: TypedTime,
  part: TypedTimePart,
  by: number,
  start: TypedTime,
): TypedTime {
  const size = partSizes[part];
  const value = clock[part] === '' ? Number(start[part]) : Number(clock[part]) + by;
  return withMinutes({ ...clock, [part]: padPart(String((value + size) % size)) });
}

/** When a part loses the focus, `7` becomes `07`, and missing minutes become 00. */
export function completeClock(
  { hour, minute }: TypedTime,
  { movesToHour }: { movesToHour: boolean },
): TypedTime {
  const clock = { hour: padPart(hour), minute: padPart(minute) };
  // A user who moves back from the minutes is clearing the field.
  return movesToHour ? clock : withMinutes(clock);
}

/** Returns the anchor plus so many months, on the same day of the month, or on its last day if shorter. */
function addMonths(anchor: number, months: number): number {
  const date = new Date(anchor * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime() / 1000;
}

/** Returns the first end of a monthly period after this time, in seconds. */
export function findPeriodEndAfter(anchor: number, moment: number): number {
  let months = 1;
  while (addMonths(anchor, months) <= moment) months += 1;
  return addMonths(anchor, months);
}

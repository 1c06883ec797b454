/** This very moment, for decisions; what is shown follows the minute (page/use-minute.ts). */
export function readNow(): Date {
  return new Date();
}

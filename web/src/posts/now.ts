/** For decisions; displayed times follow the minute (page/use-minute.ts). */
export function readNow(): Date {
  return new Date();
}

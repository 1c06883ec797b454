/** Step of the slider in ms; finer steps are not visible. */
export const STEP_MS = 100;
export const PAGE_STEP_MS = 1000;
const FRAME_COUNT = 8;

/** In ms: Instagram refuses an offset that is not below the duration. */
export function maxCoverOffset(durationMs: number): number {
  return Math.max(0, Math.floor(durationMs / STEP_MS - 1) * STEP_MS);
}

export function clampCoverOffset(offset: number, durationMs: number): number {
  const stepped = Math.round(offset / STEP_MS) * STEP_MS;
  return Math.min(maxCoverOffset(durationMs), Math.max(0, stepped));
}

/** In ms, from the first to the last possible cover. */
export function stripTimes(durationMs: number): number[] {
  const last = maxCoverOffset(durationMs);
  return Array.from({ length: FRAME_COUNT }, (_, at) =>
    Math.round((last * at) / (FRAME_COUNT - 1)),
  );
}

const splitTime = (ms: number) => {
  const tenths = Math.round(ms / STEP_MS);
  return { minutes: Math.floor(tenths / 600), seconds: (tenths % 600) / 10 };
};

const decimal = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** `0:14`, or `0:14,3` for tenths of a second. */
export function timeText(ms: number): string {
  const { minutes, seconds } = splitTime(ms);
  return `${minutes}:${seconds < 10 ? '0' : ''}${decimal.format(seconds)}`;
}

/** `quadro em 0 minutos e 14 segundos`, for screen readers. */
export function spokenTimeText(ms: number): string {
  const { minutes, seconds } = splitTime(ms);
  const word = (count: number, one: string) => `${decimal.format(count)} ${one}`;
  const parts = [
    word(minutes, minutes === 1 ? 'minuto' : 'minutos'),
    word(seconds, seconds === 1 ? 'segundo' : 'segundos'),
  ];
  return `quadro em ${parts.join(' e ')}`;
}

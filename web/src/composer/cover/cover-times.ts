/** The step of the slider: finer is not seen. */
export const STEP_MS = 100;
export const PAGE_STEP_MS = 1000;
const FRAME_COUNT = 8;

/** The last frame that can be a cover: Instagram refuses an offset that is not below the duration. */
export function maxCoverOffset(durationMs: number): number {
  return Math.max(0, Math.floor(durationMs / STEP_MS - 1) * STEP_MS);
}

/** An offset that Instagram takes for a video that lasts so long. */
export function clampCoverOffset(offset: number, durationMs: number): number {
  const stepped = Math.round(offset / STEP_MS) * STEP_MS;
  return Math.min(maxCoverOffset(durationMs), Math.max(0, stepped));
}

/** The places of the strip's frames in ms, from the first to the last that can be chosen. */
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

/** `0:14`, or `0:14,3` between two seconds. */
export function timeText(ms: number): string {
  const { minutes, seconds } = splitTime(ms);
  return `${minutes}:${seconds < 10 ? '0' : ''}${decimal.format(seconds)}`;
}

/** The same, to be read out: `quadro em 0 minutos e 14 segundos`. */
export function spokenTimeText(ms: number): string {
  const { minutes, seconds } = splitTime(ms);
  const word = (count: number, one: string) => `${decimal.format(count)} ${one}`;
  const parts = [
    word(minutes, minutes === 1 ? 'minuto' : 'minutos'),
    word(seconds, seconds === 1 ? 'segundo' : 'segundos'),
  ];
  return `quadro em ${parts.join(' e ')}`;
}

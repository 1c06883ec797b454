/** How much faster time passes in the drill's copy of the rules: 26 h are 130 s. */
export const FACTOR = 720;

/** A shorter window contains too few scrapes of a busy machine. */
const MIN_WINDOW_SECONDS = 10;
const MIN_FOR_SECONDS = 1;
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

const scaleDuration = (amount: string, unit: string, minimum: number): string =>
  `${Math.max(minimum, Math.round((Number(amount) * (SECONDS[unit] ?? 0)) / FACTOR))}s`;

/** Shortens windows, `for:` and intervals. What the rules compare stays as it is. */
export function scaleRules(text: string): string {
  return text
    .replace(
      /^( +for: )(\d+)([smhd])$/gm,
      (_line, key: string, amount: string, unit: string) =>
        key + scaleDuration(amount, unit, MIN_FOR_SECONDS),
    )
    .replace(
      /\[(\d+)([smhd])\]/g,
      (_window, amount: string, unit: string) =>
        `[${scaleDuration(amount, unit, MIN_WINDOW_SECONDS)}]`,
    )
    .replace(/^( +interval: )\w+$/gm, '$11s');
}

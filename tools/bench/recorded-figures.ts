import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export interface Figure {
  /** Unique among the figures of its benchmark. */
  name: string;
  value: number;
  /** `x` is a ratio to the baseline of the same run. */
  unit: 'x' | 'ms' | 's' | 'MB' | 'kB';
}

/** By the command, then by the name of the figure; `date` as in 2026-11-29. */
type RecordedFigures = Record<
  string,
  Record<string, { value: number; unit: Figure['unit']; date: string }>
>;

const FILE = fileURLToPath(new URL('recorded-figures.json', import.meta.url));
/** A figure that has grown by more than this fraction is marked; the same machine varies by as much. */
const TOLERANCE = 0.25;

export function compareFigures(
  figures: readonly Figure[],
  recorded: RecordedFigures[string] = {},
): string {
  const rows = figures.map(({ name, value, unit }) => {
    const known = recorded[name];
    if (known === undefined) return [name, formatFigure(value, unit), 'not recorded', ''];
    const change = value / known.value - 1;
    const percent = `${change < 0 ? '' : '+'}${(change * 100).toFixed(0)} %`;
    return [
      name,
      formatFigure(value, unit),
      `${formatFigure(known.value, known.unit)} (${known.date})`,
      change > TOLERANCE ? `${percent}: WORSE` : percent,
    ];
  });
  const columns = ['Figure', 'Now', 'Recorded', 'Change'];
  return [columns, columns.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** Returns the recorded figures with those of a run in the place of older ones of the same names. */
export const mergeFigures = (
  recorded: RecordedFigures,
  command: string,
  figures: readonly Figure[],
  date: string,
): RecordedFigures => ({
  ...recorded,
  [command]: {
    ...recorded[command],
    ...Object.fromEntries(
      figures.map(({ name, value, unit }) => [
        name,
        { value: Number(value.toPrecision(3)), unit, date },
      ]),
    ),
  },
});

/** Prints the figures of a run beside the recorded ones; `save` records those of the run instead. */
export async function reportFigures(
  command: string,
  figures: readonly Figure[],
  { save }: { save: boolean },
): Promise<void> {
  const recorded = JSON.parse(await readFile(FILE, 'utf8')) as RecordedFigures; // written below
  process.stdout.write(`\n${compareFigures(figures, recorded[command])}\n`);
  if (!save) return;
  const today = new Date().toISOString().slice(0, 10);
  const merged = mergeFigures(recorded, command, figures, today);
  await writeFile(FILE, `${JSON.stringify(merged, null, 2)}\n`);
}

const formatFigure = (value: number, unit: Figure['unit']): string =>
  `${Number(value.toPrecision(3))} ${unit}`;

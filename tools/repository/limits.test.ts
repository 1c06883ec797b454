import * as limits from '@pontual/contract/shared/instagram-limits.ts';
import { describe, expect, test } from 'vitest';
import { readText } from './files.ts';

const units: Readonly<Record<string, number>> = {
  '': 1,
  s: 1000,
  min: 60_000,
  h: 3_600_000,
  MB: 1_000_000,
  MiB: 1024 * 1024,
  Mbit: 1_000_000,
  kHz: 1000,
};

/** Reads `2,200`, `4:5`, `15 min` or `25 Mbit/s`. */
function readValue(text: string): number {
  const [number = '', unit = ''] = text.replaceAll(',', '').split(/[ /]/);
  const [width = NaN, height = 1] = number.split(':').map(Number);
  return (width / height) * (units[unit] ?? NaN);
}

/** The rows of the table: constant, limit, value, source and date. */
const rows = readText('docs/instagram.md')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
  .filter(([, name = '', , , , date = '']) => /^[A-Z_]+$/.test(name) && /^\d{4}-/.test(date))
  .map(([, name = '', , value = '', source = '', date = '']) => ({ name, value, source, date }));

const code = readText('contract/src/shared/instagram-limits.ts');
const constants = new Map(
  [...code.matchAll(/\/\*\* (.*) \[([^\],]+), ([\d-]+)\] \*\/\nexport const ([A-Z_]+) = /g)].map(
    ([, meaning, source, date, name = '']) => [name, { meaning, source, date }],
  ),
);

describe('the table of limits in docs/instagram.md', () => {
  const values = Object.entries(limits).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  );

  test('has every limit that the code knows, and no other', () => {
    expect(rows.map(({ name }) => name)).toEqual(
      [...code.matchAll(/^export const ([A-Z_]+) = \d/gm)].map(([, name]) => name),
    );
    expect(rows).toHaveLength(values.length);
  });

  test.each(rows)('says of $name what the code says: $value, $source, $date', (row) => {
    const { name, value, source, date } = row;
    expect(readValue(value)).toBeCloseTo(new Map(values).get(name) ?? NaN, 10);
    expect(constants.get(name)).toMatchObject({ source, date });
  });

  test('names a source that the document explains', () => {
    const named = new Set(readText('docs/instagram.md').match(/(?<=^\| )[A-Z]+(?= +\|)/gm));
    const unknown = rows.filter(({ source }) => source !== 'assumed' && !named.has(source));
    expect(unknown).toEqual([]);
  });
});

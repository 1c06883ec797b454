import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { scaleRules } from './scaled-rules.ts';
import { scenarioGroups } from './scenarios.ts';

const textOf = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');

const namesIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = '']) => name).toSorted();

const alerts = namesIn(textOf('operations/alerts.yaml'), /^ +- alert: (\w+)$/gm);

test('the drill raises each alert once', () => {
  const raised = scenarioGroups.flat().flatMap((scenario) => scenario.alerts);
  expect(alerts.length).toBeGreaterThan(25);
  expect(raised.toSorted()).toEqual(alerts);
});

test('the runbook says how the drill raises each alert', () => {
  const [, drill = ''] = textOf('docs/operations.md').split('\n## Alert drill\n');
  const [section = ''] = drill.split('\n## ');
  const rows = [...section.matchAll(/^\| (`\w+`(?:, `\w+`)*) +\|/gm)];
  const described = rows.flatMap(([, cell = '']) => namesIn(cell, /`(\w+)`/g));
  expect(described.toSorted()).toEqual(alerts);
});

test('the scaled rules shorten windows, delays and intervals, and compare with the same numbers', () => {
  const rules = [
    '    interval: 30s',
    '      - alert: Example',
    '        expr: rate(pontual_example[5m]) > 600 and rate(pontual_example[6h]) > 26 * 3600',
    '        for: 26h',
    '        for: 1m',
  ];
  expect(scaleRules(rules.join('\n')).split('\n')).toEqual([
    '    interval: 1s',
    '      - alert: Example',
    '        expr: rate(pontual_example[10s]) > 600 and rate(pontual_example[30s]) > 26 * 3600',
    '        for: 130s',
    '        for: 1s',
  ]);
});

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createMetrics } from '../../platform/metrics.ts';
import { MIN_AFFECTED_ACCOUNTS } from '../status/status.rules.ts';
import { createGauges } from './gauges.ts';

const textOf = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../../../${path}`, import.meta.url)), 'utf8');

const alerts = textOf('operations/alerts.yaml');
const recording = textOf('operations/recording.yaml');
const dashboard = textOf('operations/dashboard.json');
const runbook = textOf('docs/operations.md');
const watching = { alerts, recording, dashboard, 'the runbook': runbook };

const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([whole, named]) => named ?? whole);

const { registry } = createMetrics();
createGauges(registry);
const counted = await registry.getMetricsAsJSON();
const series = counted.flatMap(({ name, type }) =>
  // The library returns the name of the type, whatever its declaration says.
  String(type) === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
);
const recorded = all(recording, /record: (\S+)/g);
const alertNames = all(alerts, /alert: (\w+)/g);

const namedIn = (text: string, pattern: RegExp) => [...new Set(all(text, pattern))].toSorted();

describe('the processes of compose.yaml', () => {
  const compose = textOf('compose.yaml');
  const webs = namedIn(compose, /^ {2}(web-\d+):\n {4}<</gm);
  const workers = namedIn(compose, /^ {2}(worker-\d+): [&*]/gm);

  test('are all scraped by Prometheus at their ports', () => {
    const [workerPort = 'none'] = all(compose, /WORKER_PORT: (\d+)/g);
    const targets = all(textOf('operations/prometheus.yml'), /((?:web|worker)-\d+:\d+)/g);
    expect(webs.length).toBeGreaterThan(1);
    expect(workers.length).toBeGreaterThan(1);
    expect(targets.toSorted()).toEqual([
      ...webs.map((name) => `${name}:3000`),
      ...workers.map((name) => `${name}:${workerPort}`),
    ]);
  });

  test('are all upstreams of the proxy if they are web processes', () => {
    const upstreams = namedIn(textOf('operations/Caddyfile'), /((?:web|worker)-\d+:\d+)/g);
    expect(upstreams).toEqual(webs.map((name) => `${name}:3000`));
  });

  test('are checked by the proxy and by the drill for their pages only', () => {
    const countProbes = (path: string) => all(textOf(path), /\/readyz\?for=web/g).length;
    expect(countProbes('operations/Caddyfile')).toBe(1);
    expect(countProbes('tools/drills/deploy/load-balancer.ts')).toBeGreaterThan(0);
  });
});

describe('the monitoring', () => {
  test.each(Object.entries(watching))('uses only metrics that exist: %s', (_name, text) => {
    const used = new Set(all(text, /\bpontual_[a-z0-9_]+/g));
    const known = new Set([...series, ...counted.map(({ name }) => name)]);
    expect([...used].filter((name) => !known.has(name))).toEqual([]);
    const derived = new Set(all(text, /\bpontual:[\w:]+/g));
    expect([...derived].filter((name) => !recorded.includes(name))).toEqual([]);
  });

  test('uses series in rules and dashboard, not the names of histograms', () => {
    const used = all(alerts + recording + dashboard, /\bpontual_[a-z0-9_]+/g);
    expect(used.length).toBeGreaterThan(30);
    expect(used.filter((name) => !series.includes(name))).toEqual([]);
  });

  test('uses every metric', () => {
    const looking = alerts + recording + dashboard;
    expect(counted.map(({ name }) => name).filter((name) => !looking.includes(name))).toEqual([]);
  });

  test('has a runbook section for each alert and an alert for each section', () => {
    const [, alertSections = ''] = runbook.split('\n## Alerts\n');
    expect(alertNames.length).toBeGreaterThan(15);
    expect(all(alertSections, /^### (\w+)$/gm)).toEqual(alertNames);
    expect(all(alerts, /runbook: (\S+)/g)).toEqual(
      alertNames.map((name) => `docs/operations.md#${name.toLowerCase()}`),
    );
  });

  test('has a runbook section with the meaning, the diagnosis and the remedy of each alert', () => {
    const [, alertSections = ''] = runbook.split('\n## Alerts\n');
    const sections = alertSections.split(/^### /m).slice(1);
    expect(sections.length).toBe(alertNames.length);
    for (const section of sections) {
      expect(section).toContain('**Means.**');
      expect(section).toContain('**Check.**');
      expect(section).toContain('**Do.**');
    }
  });

  test('counts by numbers instead of shares on an installation with few accounts', () => {
    const numbers = all(
      alerts,
      /max\(pontual_(?:connected_accounts|refused_accounts|lost_connections)\) (?:>=|<) (\d+)/g,
    );
    expect(new Set(numbers)).toEqual(new Set([String(MIN_AFFECTED_ACCOUNTS), '1']));
  });

  test('has a severity for each alert', () => {
    expect(all(alerts, /severity: (page|ticket)$/gm)).toHaveLength(alertNames.length);
  });
});

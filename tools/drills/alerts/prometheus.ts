import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@pontual/server/testing/free-port.ts';
import { scaleRules } from './scaled-rules.ts';

const OPERATIONS = fileURLToPath(new URL('../../../operations', import.meta.url));
const RULE_FILES = ['recording.yaml', 'alerts.yaml'];
const START_MS = 30_000;
const POLL_MS = 200;

export class NoPrometheusError extends Error {
  constructor() {
    super(
      'This drill needs Prometheus with promtool. On Debian and Ubuntu: apt-get install prometheus, then stop\n' +
        'its service. Elsewhere: put both programs of https://prometheus.io/download into the PATH.',
    );
  }
}

/**
 * Runs the tests of the rules, unscaled.
 * @throws NoPrometheusError
 */
export function testRules(): void {
  const found = ['prometheus', 'promtool'].map((name) => spawnSync(name, ['--version']).status);
  if (found.some((status) => status !== 0)) throw new NoPrometheusError();
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'alerts.test.yaml'], {
    cwd: OPERATIONS,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`promtool test rules failed:\n${stdout}${stderr}`);
}

export type Prometheus = Awaited<ReturnType<typeof startPrometheus>>;

/** Scrapes the targets and evaluates a scaled copy of the rules. */
export async function startPrometheus(
  parent: string,
  { targets, token }: { targets: readonly string[]; token: string },
) {
  const folder = join(parent, 'prometheus');
  await mkdir(folder);
  for (const name of RULE_FILES) {
    const text = await readFile(join(OPERATIONS, name), 'utf8');
    await writeFile(join(folder, name), scaleRules(text));
  }
  const config = {
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: RULE_FILES,
    scrape_configs: [
      {
        job_name: 'pontual',
        authorization: { credentials: token },
        static_configs: [{ targets }],
      },
    ],
  };
  // JSON is YAML, too.
  await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(config));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const output = openSync(join(folder, 'prometheus.log'), 'a');
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
    ],
    { stdio: ['ignore', output, output] },
  );
  const isReady = () =>
    fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  const deadline = Date.now() + START_MS;
  while (!(await isReady())) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`Prometheus did not start: see ${folder}/prometheus.log`);
    }
    await wait(POLL_MS);
  }
  return {
    /** The names of the alerts that fire now. */
    async firing(): Promise<ReadonlySet<string>> {
      const response = await fetch(`${url}/api/v1/alerts`);
      // The shape is that of Prometheus's HTTP API.
      const { data } = (await response.json()) as {
        data: { alerts: { state: string; labels: { alertname: string } }[] };
      };
      const firing = data.alerts.filter(({ state }) => state === 'firing');
      return new Set(firing.map(({ labels }) => labels.alertname));
    },
    async close(): Promise<void> {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

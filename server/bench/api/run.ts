import type { Databases } from '../publish/databases.ts';
import { startServing, startWeb, type ServingProcess } from '../upload/serving.ts';
import { enrol } from '../upload/client.ts';
import { exportAYear, fillInsights } from './analytics.ts';
import { besideLogins } from './beside-logins.ts';
import { ask, read } from './client.ts';
import type { Bare } from './floor.process.ts';
import { measure, type Bounds, type Cost } from './measure.ts';
import { fill, onlyOwner, openPatiently, prepareUploads, type Size } from './rows.ts';
import { authorised, type Installation, type Scenario } from './scenarios.ts';

/** One scenario in one installation, and the floor of the same run. */
export interface Row {
  scenario: string;
  title: string;
  size: Size;
  target: Scenario['target'];
  product: Cost;
  /** Bare statements, and the object of the same answer written by `JSON.stringify`. */
  floor: Cost;
  /** Of the answer's body before any encoding. */
  rawBytes: number;
}

/** Fills an installation and takes all measurements in it, product and floor by turns. */
export async function runIn(
  databases: Databases,
  size: Size,
  chosen: readonly Scenario[],
  bounds: Bounds,
  aside: { profileDir: string | undefined; logins: boolean; say: (text: string) => void },
): Promise<Row[]> {
  const { profileDir, say } = aside;
  const { url, dataDir, drop } = await databases.fresh();
  const db = openPatiently(url);
  const running: ServingProcess[] = [];
  try {
    const web = await startWeb(url, dataDir, profileDir);
    running.push(web);
    const bare = await startServing('floor of the API', { DATABASE_URL: url });
    running.push(bare);
    const [token = ''] = await enrol(web.url, 1);
    const owner = await onlyOwner(db);
    const now = new Date();
    const begin = performance.now();
    await fill(db, owner, size, now);
    if (size.insights === true) await fillInsights(db);
    say(`  ${size.name}: filled in ${((performance.now() - begin) / 1000).toFixed(0)} s`);
    const made = bounds.warmUp + bounds.sequential + bounds.atOnce + 1;
    const uploads = await prepareUploads(db, owner, made);
    const installation = { url: web.url, token, owner, db, now, uploads };

    const rows: Row[] = [];
    for (const scenario of chosen) {
      rows.push(await runScenario(scenario, size, installation, { web, bare }, bounds));
      const { product, floor } = rows.at(-1) ?? {};
      say(
        `  ${size.name}, ${scenario.name}: ${product?.cpuMs.toFixed(2)} ms of CPU (floor ${floor?.cpuMs.toFixed(2)}), p99 ${product?.p99.toFixed(0)} ms (floor ${floor?.p99.toFixed(0)})`,
      );
    }
    if (size.past !== undefined) {
      for (const line of await exportAYear(web.pid, installation)) say(`  ${size.name}: ${line}`);
    }
    if (aside.logins) say(`  ${size.name}: ${await besideLogins(web.url, token)}`);
    return rows;
  } finally {
    for (const process of running) await process.stop();
    await db.destroy();
    await drop();
  }
}

async function runScenario(
  { name, title, target, before, ...scenario }: Scenario,
  size: Size,
  installation: Installation,
  { web, bare }: { web: ServingProcess; bare: ServingProcess },
  bounds: Bounds,
): Promise<Row> {
  const next = () => authorised(installation, scenario.ask(installation));
  const { text, bytes: rawBytes } = await read(next());
  const kept: Bare = { statements: scenario.statements(installation), answer: JSON.parse(text) };
  const url = `${bare.url}/${name}`;
  await ask({ method: 'PUT', url, body: Buffer.from(JSON.stringify(kept)) });
  const floor = await measure(bare.pid, () => ({ method: 'GET', url }), bounds);
  const ready = before === undefined ? undefined : () => before(installation);
  const product = await measure(web.pid, next, bounds, ready);
  return { scenario: name, title, size, target, product, floor, rawBytes };
}

import type { Databases } from '../publish/databases.ts';
import { startServerProcess, startWeb, type ServerProcess } from '../upload/server-process.ts';
import { registerUsers } from '../upload/client.ts';
import { measureYearExport, fillInsights } from './analytics.ts';
import { measureBesideLogins } from './login-load.ts';
import { sendRequest, readText } from './client.ts';
import type { BaselineAnswer } from './baseline-process.ts';
import { measure, type MeasureLimits, type Cost } from './measure.ts';
import {
  fillDatabase,
  findOnlyOwner,
  openWithoutTimeout,
  prepareUploads,
  type Size,
} from './rows.ts';
import { authorize, type Installation, type Scenario } from './scenarios.ts';

export interface Row {
  scenario: string;
  title: string;
  size: Size;
  target: Scenario['target'];
  product: Cost;
  /** Bare statements, and `JSON.stringify` of the same response object. */
  baseline: Cost;
  /** Size of the response body before encoding, in bytes. */
  rawBytes: number;
}

export async function runInInstallation(
  databases: Databases,
  size: Size,
  chosen: readonly Scenario[],
  limits: MeasureLimits,
  extras: { profileDir: string | undefined; logins: boolean; printLine: (text: string) => void },
): Promise<Row[]> {
  const { profileDir, printLine } = extras;
  const { url, dataDir, drop } = await databases.createFresh();
  const db = openWithoutTimeout(url);
  const running: ServerProcess[] = [];
  try {
    const web = await startWeb(url, dataDir, profileDir);
    running.push(web);
    const baselineProcess = await startServerProcess('baseline of the API', { DATABASE_URL: url });
    running.push(baselineProcess);
    const [token = ''] = await registerUsers(web.url, 1);
    const owner = await findOnlyOwner(db);
    const now = new Date();
    const begin = performance.now();
    await fillDatabase(db, owner, size, now);
    if (size.insights === true) await fillInsights(db);
    printLine(`  ${size.name}: filled in ${((performance.now() - begin) / 1000).toFixed(0)} s`);
    const uploadCount = limits.warmUp + limits.sequential + limits.atOnce + 1;
    const uploads = await prepareUploads(db, owner, uploadCount);
    const installation = { url: web.url, token, owner, db, now, uploads };

    const rows: Row[] = [];
    for (const scenario of chosen) {
      rows.push(
        await runScenario(scenario, size, installation, { web, bare: baselineProcess }, limits),
      );
      const { product, baseline } = rows.at(-1) ?? {};
      printLine(
        `  ${size.name}, ${scenario.name}: ${product?.cpuMs.toFixed(2)} ms of CPU (baseline ${baseline?.cpuMs.toFixed(2)}), p99 ${product?.p99.toFixed(0)} ms (baseline ${baseline?.p99.toFixed(0)})`,
      );
    }
    if (size.past !== undefined) {
      for (const line of await measureYearExport(web.pid, installation))
        printLine(`  ${size.name}: ${line}`);
    }
    if (extras.logins) printLine(`  ${size.name}: ${await measureBesideLogins(web.url, token)}`);
    return rows;
  } finally {
    for (const process of running) await process.stop();
    await db.destroy();
    await drop();
  }
}

async function runScenario(
  { name, title, target, prepare, ...scenario }: Scenario,
  size: Size,
  installation: Installation,
  { web, bare }: { web: ServerProcess; bare: ServerProcess },
  limits: MeasureLimits,
): Promise<Row> {
  const buildRequest = () => authorize(installation, scenario.buildRequest(installation));
  const { text, bytes: rawBytes } = await readText(buildRequest());
  const baselineAnswer: BaselineAnswer = {
    statements: scenario.statements(installation),
    answer: JSON.parse(text),
  };
  const url = `${bare.url}/${name}`;
  await sendRequest({ method: 'PUT', url, body: Buffer.from(JSON.stringify(baselineAnswer)) });
  const baseline = await measure(bare.pid, () => ({ method: 'GET', url }), limits);
  const prepareInstallation = prepare === undefined ? undefined : () => prepare(installation);
  const product = await measure(web.pid, buildRequest, limits, prepareInstallation);
  return { scenario: name, title, size, target, product, baseline, rawBytes };
}

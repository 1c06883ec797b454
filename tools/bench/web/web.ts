import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import { BRASILIA } from '@pontual/contract/shared/brasilia-time.ts';
import { createTestUser } from '@pontual/e2e/support/api.ts';
import { launchOptions } from '@pontual/e2e/support/browser.ts';
import { logIn } from '@pontual/e2e/support/fixtures.ts';
import { twoFreePorts } from '@pontual/e2e/support/free-ports.ts';
import {
  budgets,
  measureWeight,
  type Budget,
  type Weight,
} from '@pontual/e2e/support/page-weight.ts';
import { startStack, type Stack } from '@pontual/e2e/support/stack.ts';
import { reportFigures, type Figure } from '../recorded-figures.ts';
import { waitUntilBuilt } from '../web-build.ts';
import { categories, measureScore, type Score, type Screen } from './lighthouse.ts';

const HELP = `What each page makes a browser with an empty cache fetch, beside its budget, and what Lighthouse says.

  --only <words>  pages whose name has one of them, as in login,plans
  --weights       without Lighthouse
  --runs <n>      of Lighthouse, of which the one with the median performance counts (3)
  --save          records the figures in recorded-figures.json
`;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    weights: { type: 'boolean', default: false },
    runs: { type: 'string', default: '3' },
    save: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const nameFilters = options.only.split(',');
const pages = budgets.filter(({ name }) => nameFilters.some((word) => name.includes(word)));
const printLine = (text: string) => void process.stdout.write(`${text}\n`);
const formatRow = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
const formatKilobytes = (bytes: number) => (bytes / 1000).toFixed(1);

async function measureBudgetPage(browser: Browser, stack: Stack, budget: Budget): Promise<Weight> {
  const viewport = { width: 1440, height: 900 };
  const context = await browser.newContext({ locale: 'pt-BR', timezoneId: BRASILIA, viewport });
  const page = await context.newPage();
  if (budget.visitorKind === 'user') await logIn(page, stack, await createTestUser(stack));
  const weight = await measureWeight(page, `${stack.url}${budget.path}`);
  await context.close();
  return weight;
}

async function measureWeights(browser: Browser, stack: Stack) {
  printLine(`As transferred, in kB (1,000 bytes), bodies alone; scripts and sheets by brotli.

| Page | JavaScript | Budget | CSS | Fonts | All | Requests |
| --- | --- | --- | --- | --- | --- | --- |`);
  const all: (Weight & { page: string; maxBytes: number })[] = [];
  for (const budget of pages) {
    const weight = await measureBudgetPage(browser, stack, budget);
    const { scripts, styles, fonts, requests } = weight;
    const sizes = [scripts, budget.maxBytes, styles, fonts, weight.all].map(formatKilobytes);
    printLine(formatRow([budget.name, ...sizes, requests]));
    all.push({ page: budget.name, maxBytes: budget.maxBytes, ...weight });
  }
  return all;
}

/** One run says little on a busy machine, so this returns the median of several. */
async function measureMedianScore(url: string, screen: Screen, port: number): Promise<Score> {
  const runs: Score[] = [];
  for (let run = 0; run < Number(options.runs); run += 1)
    runs.push(await measureScore(url, screen, port));
  const sorted = runs.toSorted(
    (a, b) => a.categoryScores.performance - b.categoryScores.performance,
  );
  const median = sorted[Math.floor(sorted.length / 2)];
  if (median === undefined) throw new Error('--runs is at least 1');
  return median;
}

async function measureScores(stack: Stack, port: number): Promise<void> {
  printLine(`
Lighthouse, of 100: ${categories.join(', ')}.

| Page | Mobile | Desktop |
| --- | --- | --- |`);
  const all: (Score & { page: string; screen: Screen })[] = [];
  for (const { name, path } of pages.filter(({ visitorKind }) => visitorKind !== 'user')) {
    const url = `${stack.url}${path}`;
    const mobile = await measureMedianScore(url, 'mobile', port);
    const desktop = await measureMedianScore(url, 'desktop', port);
    const formatScores = ({ categoryScores }: Score) =>
      categories.map((category) => categoryScores[category]).join(', ');
    printLine(formatRow([name, formatScores(mobile), formatScores(desktop)]));
    all.push({ page: name, screen: 'mobile', ...mobile });
    all.push({ page: name, screen: 'desktop', ...desktop });
  }
  const lost = all.flatMap(({ page, screen, lostPoints }) =>
    lostPoints.map(({ audit, found }) => `- ${page}, ${screen}: ${audit} (${found})`),
  );
  printLine(`\nWhat took points away:\n\n${lost.length === 0 ? 'nothing' : lost.join('\n')}`);
}

async function main(): Promise<void> {
  if (options.help) return printLine(HELP);
  const at = new Date().toISOString();
  const stack = await startStack();
  await waitUntilBuilt();
  const [port] = await twoFreePorts();
  const launch = await launchOptions();
  const args = [...launch.args, `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ ...launch, args });
  try {
    const load = loadavg()[0]?.toFixed(1);
    const machine = `${cpus().length} x ${cpus()[0]?.model}, load ${load}`;
    printLine(`${at}, ${machine}, Chromium ${browser.version()}\nCommand: npm run bench:web\n`);
    const weightRows = await measureWeights(browser, stack);
    if (!options.weights) await measureScores(stack, Number(port));
    const weightFigures = weightRows.map(({ page, scripts }): Figure => ({
      name: `${page}: JavaScript`,
      value: scripts / 1000,
      unit: 'kB',
    }));
    await reportFigures('bench:web', weightFigures, options);
  } finally {
    await browser.close();
    await stack.stop();
  }
}

await main();

import { writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import { BRASILIA } from '@pontual/contract/brasilia-time.ts';
import { newAccount } from '../api.ts';
import { launchOptions } from '../browser.ts';
import { logIn } from '../fixtures.ts';
import { twoFreePorts } from '../free-ports.ts';
import { budgets, weigh, type Budget, type Weight } from '../page-weight.ts';
import { startStack, type Stack } from '../stack.ts';
import { categories, score, type Score, type Screen } from './lighthouse.ts';

const HELP = `What each page makes a browser with an empty cache fetch, beside its budget, and what Lighthouse says.

  --only <words>  pages whose name has one of them, as in login,plans
  --weights       without Lighthouse
  --runs <n>      of Lighthouse, of which the one with the median performance counts (3)
  --json <file>   where all figures go as well
`;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    weights: { type: 'boolean', default: false },
    runs: { type: 'string', default: '3' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const words = options.only.split(',');
const pages = budgets.filter(({ name }) => words.some((word) => name.includes(word)));
const say = (text: string) => void process.stdout.write(`${text}\n`);
const rowOf = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
const kB = (bytes: number) => (bytes / 1000).toFixed(1);

async function weightOf(browser: Browser, stack: Stack, budget: Budget): Promise<Weight> {
  const viewport = { width: 1440, height: 900 };
  const context = await browser.newContext({ locale: 'pt-BR', timezoneId: BRASILIA, viewport });
  const page = await context.newPage();
  if (budget.as === 'user') await logIn(page, stack, await newAccount(stack.url));
  const weight = await weigh(page, `${stack.url}${budget.path}`, budget.as);
  await context.close();
  return weight;
}

async function weights(browser: Browser, stack: Stack) {
  say(`As transferred, in kB (1,000 bytes), bodies alone; scripts and sheets by brotli.

| Page | JavaScript | Budget | CSS | Fonts | All | Requests |
| --- | --- | --- | --- | --- | --- | --- |`);
  const all: (Weight & { page: string; most: number })[] = [];
  for (const budget of pages) {
    const weight = await weightOf(browser, stack, budget);
    const { scripts, styles, fonts, requests } = weight;
    const sizes = [scripts, budget.most, styles, fonts, weight.all].map(kB);
    say(rowOf([budget.name, ...sizes, requests]));
    all.push({ page: budget.name, most: budget.most, ...weight });
  }
  return all;
}

/** A busy machine is a slow phone: one run says little. */
async function medianOf(url: string, screen: Screen, port: number): Promise<Score> {
  const runs: Score[] = [];
  for (let run = 0; run < Number(options.runs); run += 1) runs.push(await score(url, screen, port));
  const sorted = runs.toSorted((a, b) => a.of.performance - b.of.performance);
  const median = sorted[Math.floor(sorted.length / 2)];
  if (median === undefined) throw new Error('--runs is at least 1');
  return median;
}

async function scores(stack: Stack, port: number) {
  say(`
Lighthouse, of 100: ${categories.join(', ')}.

| Page | Mobile | Desktop |
| --- | --- | --- |`);
  const all: (Score & { page: string; screen: Screen })[] = [];
  for (const { name, path } of pages.filter(({ as }) => as === 'visitor' || as === 'reader')) {
    const url = `${stack.url}${path}`;
    const mobile = await medianOf(url, 'mobile', port);
    const desktop = await medianOf(url, 'desktop', port);
    const points = ({ of }: Score) => categories.map((category) => of[category]).join(', ');
    say(rowOf([name, points(mobile), points(desktop)]));
    all.push({ page: name, screen: 'mobile', ...mobile });
    all.push({ page: name, screen: 'desktop', ...desktop });
  }
  const lost = all.flatMap(({ page, screen, lost }) =>
    lost.map(({ audit, found }) => `- ${page}, ${screen}: ${audit} (${found})`),
  );
  say(`\nWhat took points away:\n\n${lost.length === 0 ? 'nothing' : lost.join('\n')}`);
  return all;
}

async function main(): Promise<void> {
  if (options.help) return say(HELP);
  const at = new Date().toISOString();
  const stack = await startStack();
  const [port] = await twoFreePorts();
  const launch = await launchOptions();
  const args = [...launch.args, `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ ...launch, args });
  try {
    const load = loadavg()[0]?.toFixed(1);
    const machine = `${cpus().length} x ${cpus()[0]?.model}, load ${load}`;
    say(`${at}, ${machine}, Chromium ${browser.version()}\nCommand: npm run bench:web\n`);
    const weighed = await weights(browser, stack);
    const scored = options.weights ? [] : await scores(stack, Number(port));
    if (options.json === undefined) return;
    const figures = { at, machine, weights: weighed, scores: scored };
    await writeFile(options.json, `${JSON.stringify(figures, null, 2)}\n`);
  } finally {
    await browser.close();
    await stack.stop();
  }
}

await main();

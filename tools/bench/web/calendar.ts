import { spawn } from 'node:child_process';
import { cpus } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from '@playwright/test';
import { BRASILIA } from '@pontual/contract/shared/brasilia-time.ts';
import { createTestUser, type TestUser } from '@pontual/e2e/support/api.ts';
import { launchOptions } from '@pontual/e2e/support/browser.ts';
import { logIn } from '@pontual/e2e/support/fixtures.ts';
import { WAIT_UNTIL_IDLE } from '@pontual/e2e/support/page-weight.ts';
import { startStack, type Stack } from '@pontual/e2e/support/stack.ts';

const DATABASE_PROCESS = fileURLToPath(new URL('../api/filled-process.ts', import.meta.url));
/** Over four years, so that each month has about a thousand posts (tools/bench/api/rows.ts). */
const FULL = { name: 'full', ownPosts: 50_000, postsInMonth: 1000, drafts: 30, otherPosts: 0 };
const TURNS = 10;

/** Times in ms after the click. */
interface Turn {
  /** When the name of the new month is painted; `drawn`: when its posts are. */
  named: number;
  drawn: number;
}

interface CalendarTimings {
  tasksOnLoad: number[];
  tasksOnTurns: number[];
  forward: Turn[];
  back: Turn[];
  /** Size of the JavaScript that the calendar loads at first, as transferred, in bytes. */
  scripts: number;
}

const WATCH = `
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longTasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });`;
const BUSY = `new Promise((resolve) => setTimeout(() => {
  const begun = performance.now();
  while (performance.now() - begun < 80);
  resolve();
}))`;

const longTasks = async (page: Page): Promise<number[]> => {
  await page.evaluate(WAIT_UNTIL_IDLE);
  return page.evaluate<number[]>('window.longTasks.splice(0)');
};

const SCRIPTS = `performance.getEntriesByType('resource')
  .filter(({ name }) => name.endsWith('.js'))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`;

/** Clicks from within the page, so that only its own time counts. */
const turnMonth = (page: Page, label: string): Promise<Turn> =>
  page.evaluate<Turn>(`(async () => {
    const grid = () => document.querySelector('table[role=grid]');
    const name = () => grid()?.getAttribute('aria-label');
    // Behind the next paint.
    const painted = () => new Promise((resolve) => requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(null);
    }));
    const before = name();
    const begun = performance.now();
    document.querySelector('main [aria-label="${label}"]').click();
    do await painted(); while (name() === before);
    const named = performance.now() - begun;
    while (grid().hasAttribute('aria-busy')) await painted();
    return { named, drawn: performance.now() - begun };
  })()`);

async function measureTurns(page: Page, label: string): Promise<Turn[]> {
  const timings: Turn[] = [];
  for (let done = 0; done < TURNS; done += 1) {
    // A real user hovers over the button before the click.
    await page.mouse.move(0, 0);
    await page.locator('main').getByRole('button', { name: label }).hover();
    await page.evaluate(WAIT_UNTIL_IDLE);
    timings.push(await turnMonth(page, label));
  }
  return timings;
}

async function measureCalendar(
  browser: Browser,
  stack: Stack,
  account: TestUser,
): Promise<CalendarTimings> {
  const viewport = { width: 1440, height: 900 };
  const context = await browser.newContext({ locale: 'pt-BR', timezoneId: BRASILIA, viewport });
  const page = await context.newPage();
  await logIn(page, stack, account);
  await page.addInitScript(WATCH);
  await page.goto(`${stack.url}/schedule`);
  await page.locator('table[role=grid]:not([aria-busy])').waitFor();
  const tasksOnLoad = await longTasks(page);
  const scripts = await page.evaluate<number>(SCRIPTS);
  const forward = await measureTurns(page, 'Próximo mês');
  const back = await measureTurns(page, 'Mês anterior');
  const tasksOnTurns = await longTasks(page);
  await page.evaluate(BUSY);
  if ((await longTasks(page)).length === 0) throw new Error('long tasks are not seen');
  await context.close();
  return { tasksOnLoad, tasksOnTurns, forward, back, scripts };
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const formatMs = (values: readonly number[]) =>
  `${median(values).toFixed(0)} (${Math.max(...values).toFixed(0)})`;
const formatTasks = (values: readonly number[]) =>
  values.length === 0 ? 'none' : values.map((value) => value.toFixed(0)).join(', ');

function formatRow(name: string, timings: CalendarTimings): string {
  const { forward, back, tasksOnLoad, tasksOnTurns, scripts } = timings;
  const cells = [
    name,
    formatMs(forward.map(({ named }) => named)),
    formatMs(forward.map(({ drawn }) => drawn)),
    formatMs(back.map(({ drawn }) => drawn)),
    formatTasks(tasksOnLoad),
    formatTasks(tasksOnTurns),
    (scripts / 1000).toFixed(1),
  ];
  return `| ${cells.join(' | ')} |`;
}

async function startDatabase() {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', DATABASE_PROCESS],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const readNextLine = async (): Promise<string> => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error('the database was not made');
    return value;
  };
  return {
    url: await readNextLine(),
    async fill() {
      child.stdin.write(`${JSON.stringify(FULL)}\n`);
      await readNextLine();
    },
    drop: () => child.stdin.end(),
  };
}

async function main(): Promise<void> {
  const at = new Date().toISOString();
  const database = await startDatabase();
  const stack = await startStack({ DATABASE_URL: database.url });
  const browser = await chromium.launch(await launchOptions());
  try {
    const full = await createTestUser(stack);
    await database.fill();
    const empty = await createTestUser(stack);
    const rows = [
      formatRow('none', await measureCalendar(browser, stack, empty)),
      formatRow('1,000', await measureCalendar(browser, stack, full)),
    ];
    process.stdout
      .write(`${at}, ${cpus().length} x ${cpus()[0]?.model}, Chromium ${browser.version()}
Command: npm run bench:calendar

Month to month in ms, median (longest) of ${TURNS}; tasks from 50 ms on.

| Posts of the month | Its name | Its posts | The way back | Long tasks on load | On turning | JavaScript, kB |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`);
  } finally {
    await browser.close();
    await stack.stop();
    database.drop();
  }
}

await main();

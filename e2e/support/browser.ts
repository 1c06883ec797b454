import { execFile } from 'node:child_process';
import { existsSync, statfsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import packageJson from '../package.json' with { type: 'json' };

const run = promisify(execFile);

export interface LaunchOptions {
  executablePath: string;
  args: string[];
  ignoreDefaultArgs: string[];
  env: Record<string, string>;
}

/** Own list of arguments, since the one of @sparticuz/chromium disables web security. */
const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Tests use at most 1.5 GiB of /dev/shm, including their databases (2026-11-28, df every 3 s). */
const SHARED_BYTES = 2 * 2 ** 30;

/** Playwright would move this memory to files, which is slower, for a small /dev/shm (decision 017). */
function listIgnoredArgs(): string[] {
  if (!existsSync('/dev/shm')) return [];
  const { bavail, bsize } = statfsSync('/dev/shm');
  return bavail * bsize >= SHARED_BYTES ? ['--disable-dev-shm-usage'] : [];
}

const systemBrowsers = [
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

export async function launchOptions(): Promise<LaunchOptions> {
  const executable = process.env['CHROME_PATH'] ?? systemBrowsers.find((path) => existsSync(path));
  const launch = { args, ignoreDefaultArgs: listIgnoredArgs(), env: buildEnvironment() };
  if (executable !== undefined) return { ...launch, executablePath: executable };
  const folder = await unpackChromium();
  return {
    ...launch,
    executablePath: join(folder, 'chromium'),
    env: {
      ...launch.env,
      FONTCONFIG_PATH: join(folder, 'fonts'),
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
    },
  };
}

/** Without a UTF-8 locale Chromium silently drops chosen files whose path has an accent. */
function buildEnvironment(): Record<string, string> {
  const set = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return { ...Object.fromEntries(set), LC_ALL: 'C.UTF-8' };
}

/** The folder appears in one step: an interrupted run or two runs at once leave no partial browser. */
async function unpackChromium(): Promise<string> {
  const version = packageJson.dependencies['@sparticuz/chromium'];
  const folder = join(tmpdir(), `pontual-chromium-${version}`);
  if (existsSync(folder)) return folder;
  const stagingFolder = await mkdtemp(`${folder}-`);
  try {
    await run(process.execPath, [fileURLToPath(new URL('unpack-chromium.ts', import.meta.url))], {
      env: {
        ...process.env,
        TMPDIR: stagingFolder,
        // In a Lambda environment the package unpacks the libraries that a minimal system lacks.
        AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      },
    });
    const fonts = join(stagingFolder, 'fonts', 'fonts.conf');
    await writeFile(fonts, (await readFile(fonts, 'utf8')).replaceAll('/tmp/', `${folder}/`));
    await rename(stagingFolder, folder);
  } catch (error) {
    await rm(stagingFolder, { recursive: true, force: true });
    // Another process has created the folder first.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const MIGRATIONS = 'server/src/platform/database/migrations';
/** What the image holds of the sources, too. */
const VERSION_FILES = [
  'start.js',
  'package.json',
  'contract/package.json',
  'contract/src',
  'server/package.json',
  'server/src',
];

/** What the next version brings beside itself: a change of the busiest table, and an index on it. */
const nextMigrations: readonly (readonly [string, string])[] = [
  ['drill-column', 'alter table posts add column drilled_at timestamptz;\n'],
  [
    'drill-index',
    '-- outside of a transaction\ndrop index concurrently if exists posts_drilled;\n' +
      'create index concurrently posts_drilled on posts (workspace_id, drilled_at);\n',
  ],
];

/**
 * A version of the product in a folder of its own, ready to be started: that of the working tree, or of
 * a commit. `isNext` adds what a next version would: two migrations.
 */
export async function prepareVersion(
  folder: string,
  { from, isNext }: { from: string | undefined; isNext: boolean },
): Promise<string> {
  await mkdir(folder, { recursive: true });
  if (from === undefined) {
    for (const part of VERSION_FILES)
      await cp(join(root, part), join(folder, part), { recursive: true });
  } else {
    const archive = ['archive', from, '--', ...VERSION_FILES];
    const input = execFileSync('git', archive, { cwd: root, maxBuffer: 2 ** 28 });
    execFileSync('tar', ['-x', '-C', folder], { input });
  }
  await linkPackages(folder);
  if (isNext) await addMigrations(join(folder, MIGRATIONS));
  return folder;
}

/** The installed packages, but our own workspaces from this folder. */
async function linkPackages(folder: string): Promise<void> {
  const [installedModules, modules] = [join(root, 'node_modules'), join(folder, 'node_modules')];
  await mkdir(join(modules, '@pontual'), { recursive: true });
  for (const name of await readdir(installedModules)) {
    if (name !== '@pontual') await symlink(join(installedModules, name), join(modules, name));
  }
  for (const workspace of ['contract', 'server']) {
    await symlink(join(folder, workspace), join(modules, '@pontual', workspace));
  }
}

async function addMigrations(folder: string): Promise<void> {
  const first = (await readdir(folder)).length + 1;
  for (const [index, [name, text]] of nextMigrations.entries()) {
    const number = String(first + index).padStart(4, '0');
    await writeFile(join(folder, `${number}-${name}.sql`), text);
  }
}

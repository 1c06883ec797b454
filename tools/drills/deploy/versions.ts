import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const MIGRATIONS = 'server/src/platform/database/migrations';
const VERSION_FILES = [
  'start.js',
  'package.json',
  'contract/package.json',
  'contract/src',
  'server/package.json',
  'server/src',
];

const nextMigrations: readonly (readonly [string, string])[] = [
  ['drill-column', 'alter table posts add column drilled_at timestamptz;\n'],
  [
    'drill-index',
    '-- outside of a transaction\ndrop index concurrently if exists posts_drilled;\n' +
      'create index concurrently posts_drilled on posts (workspace_id, drilled_at);\n',
  ],
];

/** Copies the working tree or a commit. `isNext` adds two migrations, as a next version would have. */
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

/** Links the installed packages, but the workspaces of this folder. */
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

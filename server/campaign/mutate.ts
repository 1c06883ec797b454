import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { replayOf, type Mutation, type Options } from './options.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const COPIED = ['contract', 'server', 'sandbox', 'package.json', 'tsconfig.base.json'];

/**
 * Runs a campaign against a copy of the product in which one rule of the protocol is missing. It
 * must find violations: what it does not notice, it does not prove.
 */
export async function runMutation(
  options: Options,
  mutation: Mutation,
  say: (text: string) => void,
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), `pontual-without-${mutation}-`));
  try {
    for (const name of COPIED) {
      await cp(join(ROOT, name), join(folder, name), {
        recursive: true,
        filter: (source) => !source.includes('node_modules'),
      });
    }
    await linkModules(folder);
    const patch = fileURLToPath(new URL(`mutations/${mutation}.patch`, import.meta.url));
    const patched = spawn('git', ['apply', patch], {
      cwd: folder,
      stdio: 'inherit',
    });
    const [refused] = (await once(patched, 'exit')) as [number];
    if (refused !== 0) throw new Error(`${mutation}.patch does not fit the source any more`);
    say(`a campaign without ${mutation}: ${replayOf(options)}`);
    const child = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        join(folder, 'server/campaign/main.ts'),
        ...process.argv.slice(2),
      ],
      { cwd: folder, stdio: 'inherit', env: { ...process.env, CAMPAIGN_MUTANT: mutation } },
    );
    const [code] = (await once(child, 'exit')) as [number | null];
    say(
      code === 1
        ? `The campaign notices that ${mutation} is missing.`
        : `THE CAMPAIGN DOES NOT NOTICE that ${mutation} is missing (it ended with ${code}).`,
    );
    // Noticed or not, a product without the rule is not clean; 3 says that the proof is worth less.
    return code === 1 ? 1 : 3;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The installed packages, and the workspaces as they are in the copy. */
async function linkModules(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, '@pontual'), { recursive: true });
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    if (name !== '@pontual') await symlink(join(ROOT, 'node_modules', name), join(modules, name));
  }
  for (const name of ['contract', 'server', 'sandbox']) {
    await symlink(join(folder, name), join(modules, '@pontual', name));
    const own = join(ROOT, name, 'node_modules');
    const hasOwn = await access(own).then(
      () => true,
      () => false,
    );
    if (hasOwn) await symlink(own, join(folder, name, 'node_modules'));
  }
}

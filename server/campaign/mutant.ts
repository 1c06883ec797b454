import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const COPIED = ['contract', 'server', 'sandbox', 'package.json', 'tsconfig.base.json'];

/** A proof, and the rule that the product is to be without while it runs. */
export interface Mutant {
  rule: string;
  /** What takes the rule away. */
  patch: URL;
  /** The proof's program, from the root, and what it is started with. */
  entry: string;
  args: readonly string[];
  env?: Record<string, string>;
}

/** Runs a proof against a copy of the product in which a rule is missing; what it ended with. */
export async function runMutant(mutant: Mutant): Promise<number | null> {
  const folder = await mkdtemp(join(tmpdir(), `pontual-without-${mutant.rule}-`));
  try {
    for (const name of COPIED) {
      await cp(join(ROOT, name), join(folder, name), {
        recursive: true,
        filter: (source) => !source.includes('node_modules'),
      });
    }
    await linkModules(folder);
    const patched = spawn('git', ['apply', fileURLToPath(mutant.patch)], {
      cwd: folder,
      stdio: 'inherit',
    });
    const [refused] = (await once(patched, 'exit')) as [number];
    if (refused !== 0) throw new Error(`${mutant.rule}.patch does not fit the source any more`);
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', join(folder, mutant.entry), ...mutant.args],
      { cwd: folder, stdio: 'inherit', env: { ...process.env, ...mutant.env } },
    );
    const [code] = (await once(child, 'exit')) as [number | null];
    return code;
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

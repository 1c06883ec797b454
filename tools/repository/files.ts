import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Returns the files that git tracks or would add, as paths from the root of the repository: those of the
 * folders, or all.
 */
export function listFiles(...folders: readonly string[]): string[] {
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', ...folders], {
    cwd: root,
    encoding: 'utf8',
  });
  return stdout.split('\n').filter((path) => path !== '');
}

export const readText = (path: string): string => readFileSync(join(root, path), 'utf8');

// `QueryState` shows a query that is loading or has failed (web/src/ui/page/query-state.tsx).
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { findHandMadeRetries } from './query-states.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('a failed query has its retry from QueryState', () => {
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', 'web/src'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = stdout.split('\n').filter((path) => path.endsWith('.tsx'));
  expect(files.length).toBeGreaterThan(0);
  const found = files.flatMap((path) =>
    findHandMadeRetries(path, readFileSync(join(root, path), 'utf8')),
  );
  expect(found).toEqual([]);
});

describe('the check', () => {
  const button = '<Button onClick={() => void query.refetch()}>Tentar de novo</Button>';

  test('finds a button that fetches a query again, and an import of the retry button', () => {
    const text = `import { RetryButton } from '../ui/page/retry-button.tsx';\n${button}`;
    expect(findHandMadeRetries('web/src/account/card.tsx', text)).toHaveLength(2);
  });

  test('allows both where the failure is shown', () => {
    expect(findHandMadeRetries('web/src/ui/page/retry-button.tsx', button)).toEqual([]);
  });
});

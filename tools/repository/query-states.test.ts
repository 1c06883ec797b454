// `QueryState` shows a query that is loading or has failed (web/src/ui/page/query-state.tsx).
import { describe, expect, test } from 'vitest';
import { listFiles, readText } from './files.ts';
import { findHandMadeRetries } from './query-states.ts';

test('a failed query has its retry from QueryState', () => {
  const files = listFiles('web/src').filter((path) => path.endsWith('.tsx'));
  expect(files.length).toBeGreaterThan(0);
  const found = files.flatMap((path) => findHandMadeRetries(path, readText(path)));
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

import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog('info', { write: (line) => void lines.push(line) }));
  return lines.join('');
}

test('an error is logged with its message, its cause and its stack', () => {
  const error = new Error('no container', { cause: new Error('connection refused') });
  const line = logged((log) => log.error({ error, postId: '42' }, 'a step failed'));
  expect(line).toContain('no container');
  expect(line).toContain('connection refused');
  expect(line).toContain('log.test.ts');
});

test('tokens and session headers are not logged', () => {
  const line = logged((log) =>
    log.info({
      req: { headers: { authorization: 'Bearer canario', cookie: 'canario' } },
      account: { token: 'canario' },
    }),
  );
  expect(line).not.toContain('canario');
});

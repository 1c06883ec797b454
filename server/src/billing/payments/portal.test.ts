import { expect, test } from 'vitest';
import { hasNextPhase } from './portal.ts';

const phases = [{ start_date: 100 }, { start_date: 200 }];

test.each([
  ['in its first phase of two', 'active', { end_date: 200 }, true],
  ['in its last phase', 'active', { end_date: 300 }, false],
  ['that was released', 'released', null, false],
] as const)('a schedule has a next phase %s', (_, status, current_phase, has) => {
  expect(hasNextPhase({ status, current_phase, phases })).toBe(has);
});

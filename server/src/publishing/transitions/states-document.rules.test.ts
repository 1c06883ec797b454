import { expect, test } from 'vitest';
import { writeStatesDocument } from '../../../testing/states-document.ts';

test('docs/states.md says what the code does', async () => {
  await expect(writeStatesDocument()).toMatchFileSnapshot('../../../../docs/states.md');
});

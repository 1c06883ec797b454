import { expect, test } from 'vitest';
import { reduce, startWizard } from '../wizard.ts';
import { createKeeper, noneOpened } from './keeper.ts';
import { readWords } from './words.ts';

test('a post whose user leaves for an account still waits for it after a late change', () => {
  const visitor = null;
  const keeper = createKeeper(visitor, noneOpened);
  const wizard = startWizard({ frame: 'page', form: { caption: 'Uma demonstração' } });
  keeper.keep(wizard);
  keeper.awaitAccount();

  keeper.keep(reduce(wizard, { type: 'hintExpired' }));

  expect(readWords(visitor)).toMatchObject({
    awaitsAccount: true,
    form: { caption: 'Uma demonstração' },
  });
});

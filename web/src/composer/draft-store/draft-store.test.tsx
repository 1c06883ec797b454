import { expect, test } from 'vitest';
import { reduce, startWizard } from '../wizard.ts';
import { createDraftStore, noLoadedFiles } from './draft-store.ts';
import { readDraft } from './draft-records.ts';

test('a post whose user leaves for an account still waits for it after a late change', () => {
  const visitor = null;
  const keeper = createDraftStore(visitor, noLoadedFiles);
  const wizard = startWizard({ frame: 'page', form: { caption: 'Uma demonstração' } });
  keeper.save(wizard);
  keeper.markAwaitingAccount();

  keeper.save(reduce(wizard, { type: 'hintExpired' }));

  expect(readDraft(visitor)).toMatchObject({
    isAwaitingAccount: true,
    form: { caption: 'Uma demonstração' },
  });
});

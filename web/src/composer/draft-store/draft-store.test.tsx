import { expect, test } from 'vitest';
import { reduce, startWizard } from '../wizard.ts';
import { createDraftStore, noLoadedFiles } from './draft-store.ts';
import { readDraft } from './draft-records.ts';

test('a later change preserves the mark of a draft whose user leaves to connect an account', () => {
  const visitor = null;
  const draftStore = createDraftStore(visitor, noLoadedFiles);
  const wizard = startWizard({ frame: 'page', form: { caption: 'Uma demonstração' } });
  draftStore.save(wizard);
  draftStore.markAwaitingAccount();

  draftStore.save(reduce(wizard, { type: 'hintExpired' }));

  expect(readDraft(visitor)).toMatchObject({
    isAwaitingAccount: true,
    form: { caption: 'Uma demonstração' },
  });
});

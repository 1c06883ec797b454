import { expect, test } from 'vitest';
import { leaveWordsOf } from './leave-words.ts';
import { aPicture } from './picked-file-fixture.ts';
import type { Aim, Wizard } from './wizard-state.ts';
import { startWizard } from './wizard.ts';

function sending(aim: Aim, fraction: number, ...names: string[]): Wizard {
  const form = { files: names.map((name) => aPicture(name)) };
  const wizard = startWizard({ frame: 'page', form });
  return { ...wizard, sending: { state: 'sending', aim, fraction, bytes: 0 } };
}

test('what is only being made is lost', () => {
  expect(leaveWordsOf(startWizard({ frame: 'page' }))).toMatchObject({ loses: true });
});

test.each([
  ['schedule', 0.5, ['a'], /^O arquivo ainda está sendo enviado\. .* nada é agendado\.$/],
  ['draft', 0.5, ['a', 'b'], /^Os arquivos ainda estão sendo enviados\. .* nada é salvo\.$/],
  ['demo', 1, ['a'], /^O arquivo já foi enviado e o post está sendo agendado\./],
  ['draft', 1, ['a', 'b'], /^Os arquivos já foram enviados e o rascunho está sendo salvo\./],
] as const)(
  'on the way as %s, by %f, it is said what becomes of it',
  (aim, fraction, names, text) => {
    const words = leaveWordsOf(sending(aim, fraction, ...names));
    expect(words.text).toMatch(text);
    expect(words.loses).toBe(fraction < 1);
  },
);

import { expect, test } from 'vitest';
import { leaveDialogText } from './leave-dialog-text.ts';
import { aPicture } from './picked-file-fixture.ts';
import type { SubmitMode, Wizard } from './wizard-state.ts';
import { startWizard } from './wizard.ts';

function sendingWizard(submitMode: SubmitMode, fraction: number, ...names: string[]): Wizard {
  const form = { files: names.map((name) => aPicture(name)) };
  const wizard = startWizard({ frame: 'page', form });
  return { ...wizard, sending: { state: 'sending', submitMode, fraction, bytes: 0 } };
}

test('warns that unsent work is lost', () => {
  expect(leaveDialogText(startWizard({ frame: 'page' }))).toMatchObject({ losesWork: true });
});

test.each([
  ['schedule', 0.5, ['a'], /^O arquivo ainda está sendo enviado\. .* nada é agendado\.$/],
  ['draft', 0.5, ['a', 'b'], /^Os arquivos ainda estão sendo enviados\. .* nada é salvo\.$/],
  ['demo', 1, ['a'], /^O arquivo já foi enviado e o post está sendo agendado\./],
  ['draft', 1, ['a', 'b'], /^Os arquivos já foram enviados e o rascunho está sendo salvo\./],
] as const)(
  'during a submit as %s, at progress %f, describes the consequence of leaving',
  (aim, fraction, names, text) => {
    const words = leaveDialogText(sendingWizard(aim, fraction, ...names));
    expect(words.text).toMatch(text);
    expect(words.losesWork).toBe(fraction < 1);
  },
);

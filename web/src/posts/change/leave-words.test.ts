import { expect, test } from 'vitest';
import { leaveWordsOf, type Work } from './leave-words.ts';
import type { ChangePhase } from './use-change.ts';

const editing: ChangePhase = { state: 'editing' };
const sendingAt = (fraction: number): ChangePhase => ({ state: 'sending', fraction });
const file: Work = { what: 'file', isGoing: false };

test.each<[Work, ChangePhase, string]>([
  [file, editing, 'O arquivo que você escolheu ainda não foi salvo e será perdido'],
  [{ ...file, what: 'files' }, editing, 'Os arquivos que você escolheu ainda não foram salvos'],
  [{ ...file, what: 'caption' }, editing, 'O texto que você escreveu ainda não foi salvo'],
  [{ ...file, isGoing: true }, editing, 'o envio para e o post continua como está'],
  [file, { state: 'failed', code: null, message: '' }, 'será perdido. O post continua como está'],
  [{ ...file, what: 'post' }, editing, 'O que você mudou ainda não foi salvo e será perdido'],
  [file, sendingAt(0.5), 'O arquivo ainda está sendo enviado'],
  [{ ...file, what: 'files' }, sendingAt(0.5), 'Os arquivos ainda estão sendo enviados'],
])('whoever leaves %o while it is %o is told what is lost', (work, phase, text) => {
  const words = leaveWordsOf(work, phase);
  expect(words).toMatchObject({ title: 'Descartar esta mudança?', loses: true });
  expect(words.text).toContain(text);
});

test('once everything has gone out, leaving loses nothing', () => {
  const words = leaveWordsOf({ what: 'files', isGoing: false }, sendingAt(1));
  expect(words).toMatchObject({ title: 'Sair antes do fim?', loses: false });
  expect(words.text).toContain('avisamos quando terminar');
});

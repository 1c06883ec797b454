import { expect, test } from 'vitest';
import { leaveGuardText, type UnsavedWork } from './leave-guard-text.ts';
import type { ChangePhase } from './use-post-change.ts';

const editing: ChangePhase = { state: 'editing' };
const sendingAt = (fraction: number): ChangePhase => ({ state: 'sending', fraction });
const file: UnsavedWork = { kind: 'file', isUploading: false };

test.each<[UnsavedWork, ChangePhase, string]>([
  [file, editing, 'O arquivo que você escolheu ainda não foi salvo e será perdido'],
  [{ ...file, kind: 'files' }, editing, 'Os arquivos que você escolheu ainda não foram salvos'],
  [{ ...file, kind: 'caption' }, editing, 'O texto que você escreveu ainda não foi salvo'],
  [{ ...file, isUploading: true }, editing, 'o envio para e o post continua como está'],
  [file, { state: 'failed', code: null, message: '' }, 'será perdido. O post continua como está'],
  [{ ...file, kind: 'post' }, editing, 'O que você mudou ainda não foi salvo e será perdido'],
  [file, sendingAt(0.5), 'O arquivo ainda está sendo enviado'],
  [{ ...file, kind: 'files' }, sendingAt(0.5), 'Os arquivos ainda estão sendo enviados'],
])('a user who leaves %o while it is %o sees what is lost', (work, phase, text) => {
  const words = leaveGuardText(work, phase);
  expect(words).toMatchObject({ title: 'Descartar esta mudança?', losesWork: true });
  expect(words.text).toContain(text);
});

test('leaving loses nothing once the request was sent completely', () => {
  const words = leaveGuardText({ kind: 'files', isUploading: false }, sendingAt(1));
  expect(words).toMatchObject({ title: 'Sair antes do fim?', losesWork: false });
  expect(words.text).toContain('avisamos quando terminar');
});

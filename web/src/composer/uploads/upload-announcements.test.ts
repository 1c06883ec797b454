import { expect, test } from 'vitest';
import { aPicture } from '../picked-file-fixture.ts';
import type { Upload } from './upload-state.ts';
import { reduce, startWizard } from '../wizard.ts';
import {
  sentCountText,
  announceUploadChanges,
  submitAnnouncement,
} from './upload-announcements.ts';

const MEGABYTE = 1024 * 1024;
const createSizedFile = (name: string, megabytes: number) => ({
  url: `blob:${name}`,
  file: { name, size: megabytes * MEGABYTE },
});
const four = [
  createSizedFile('a.jpg', 1),
  createSizedFile('b.jpg', 2),
  createSizedFile('c.jpg', 3),
  createSizedFile('d.jpg', 4),
];

test.each([
  [0, '0 de 4 arquivos'],
  [0.9, '0 de 4 arquivos'],
  [1, '1 de 4 arquivos'],
  [5.9, '2 de 4 arquivos'],
  [6, '3 de 4 arquivos'],
  [10, '4 de 4 arquivos'],
])('after %d MB of 1, 2, 3 and 4 MB the text is %s', (megabytes, said) => {
  expect(sentCountText(four, megabytes * MEGABYTE)).toBe(said);
});

test.each([
  [['a.jpg'], 'schedule', 0, 'Enviando arquivo'],
  [['a.jpg'], 'schedule', 0.5, 'Metade do arquivo enviada'],
  [['a.jpg'], 'schedule', 1, 'Arquivo enviado, agendando'],
  [['a.jpg', 'b.jpg'], 'draft', 0.4, 'Enviando arquivos'],
  [['a.jpg', 'b.jpg'], 'draft', 1, 'Arquivos enviados, salvando'],
  [[], 'draft', 1, ''],
] as const)(
  'for %j as a %s, with the fraction %d sent, the announcement is %s',
  (names, submitMode, fraction, said) => {
    const form = { files: names.map((name) => aPicture(name)) };
    const attempt = { content: '', key: '', at: 0 };
    const wizard = startWizard({ frame: 'page', form });
    expect(submitAnnouncement(wizard)).toBe('');
    const sending = reduce(wizard, { type: 'sendStarted', attempt, submitMode });
    expect(submitAnnouncement(reduce(sending, { type: 'progressed', fraction, bytes: 0 }))).toBe(
      said,
    );
  },
);

const files = [createSizedFile('torno.mp4', 10), createSizedFile('forno.mp4', 20)];
const uploads = (torno?: Upload, forno?: Upload): ReadonlyMap<string, Upload> =>
  new Map(
    Object.entries({ 'blob:torno.mp4': torno, 'blob:forno.mp4': forno }).flatMap(([url, upload]) =>
      upload === undefined ? [] : [[url, upload] as const],
    ),
  );
const queued: Upload = { state: 'queued', sent: 0 };
const sending = (megabytes: number): Upload => ({ state: 'sending', sent: megabytes * MEGABYTE });
const finished: Upload = { state: 'finished', id: 'u1' };
const failed = (reason: string | null): Upload => ({ state: 'failed', sent: 0, reason });

test.each<[string, Upload | undefined, Upload, string | null]>([
  ['waits', undefined, queued, null],
  ['starts', queued, sending(0), 'Enviando torno.mp4.'],
  ['goes on', sending(1), sending(4.9), null],
  ['is half sent', sending(4.9), sending(5), 'Metade de torno.mp4 enviada.'],
  ['goes on past the half', sending(5), sending(9), null],
  ['is there', sending(10), finished, 'torno.mp4 enviado.'],
  ['stays there', finished, finished, null],
  [
    'lost the connection',
    sending(1),
    { state: 'interrupted', sent: 1, offline: true },
    'torno.mp4: sem conexão.',
  ],
  ['stands still', sending(1), failed(null), 'torno.mp4: Falhou. Tentar de novo.'],
  ['stands still for a reason', sending(1), failed('Sem espaço'), 'torno.mp4: Sem espaço.'],
  ['is refused', sending(1), { state: 'refused', message: 'Cortado' }, null],
])('a file that %s is announced once', (_, before, now, said) => {
  expect(announceUploadChanges(files, uploads(before), uploads(now))).toBe(said);
});

test('changes of several files share one announcement', () => {
  const before = uploads(sending(9), queued);
  expect(announceUploadChanges(files, before, uploads(finished, sending(0)))).toBe(
    'torno.mp4 enviado. Enviando forno.mp4.',
  );
});

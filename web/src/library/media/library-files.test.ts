import { expect, test } from 'vitest';
import { unopenedFilesText } from './library-files.ts';

test('missingText counts missing and remaining files', () => {
  expect(unopenedFilesText(1, 0)).toBe(
    'O arquivo não abriu: nenhum post o usa mais, ou o link dele venceu. Escolha de novo na biblioteca.',
  );
  expect(unopenedFilesText(2, 0)).toContain('Os arquivos não abriram');
  expect(unopenedFilesText(1, 1)).toMatch(/^Um arquivo não abriu.* O outro está aqui\.$/);
  expect(unopenedFilesText(1, 2)).toMatch(/^Um arquivo não abriu.* Os outros estão aqui\.$/);
  expect(unopenedFilesText(3, 1)).toMatch(/^3 arquivos não abriram.* O outro está aqui\.$/);
});

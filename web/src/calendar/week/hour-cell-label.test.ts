import { expect, test } from 'vitest';
import { aPost } from '../../posts/post-fixture.ts';
import { hourCellLabel } from './hour-cell-label.ts';

const at = (minute: string, status: 'scheduled' | 'failed' = 'scheduled') =>
  aPost({
    _id: minute,
    status,
    caption: `Peça ${minute}`,
    scheduledTime: `2026-06-12T21:${minute}:00.000Z`,
  });
const labelOfHour = (posts: Parameters<typeof hourCellLabel>[1]) =>
  hourCellLabel({ day: '2026-06-12', hour: 18 }, posts, {
    isOpen: true,
    isAtRisk: ({ _id }) => _id === '50',
    nameOf: () => undefined,
  });

test('the label of an hour lists the worst posts and their issues', () => {
  expect(labelOfHour([])).toBe('12 de junho, 18 h, sem posts. Criar post');
  expect(labelOfHour([at('00'), at('10'), at('20', 'failed'), at('50')])).toBe(
    '12 de junho, 18 h, 4 posts: 18:20 Imagem, Peça 20, falhou; 18:50 Imagem, Peça 50, em risco; mais 2',
  );
  expect(labelOfHour([at('00', 'failed'), at('10', 'failed'), at('20', 'failed')])).toMatch(
    /; mais 1, com falhas$/,
  );
});

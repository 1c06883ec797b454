import { expect, test } from 'vitest';
import { composeWeeklySummary } from './weekly-summary.presenter.ts';
import type { SummaryPost } from './weekly-summary.repository.ts';

const aPost = (outcome: SummaryPost['outcome']): SummaryPost => ({
  outcome,
  caption: 'Caneca dupla',
  media_type: 'REELS',
  scheduled_time: new Date('2026-06-09T13:30:00Z'),
  username: 'cafe.serra',
  team: null,
});

function lastWeek(...outcomes: SummaryPost['outcome'][]): string | undefined {
  const { text } = composeWeeklySummary(outcomes.map(aPost), 'https://pontual.example');
  return /Nos últimos 7 dias, [^.]+\./.exec(text)?.[0];
}

test('does not call an unknown outcome a failure', () => {
  const mail = composeWeeklySummary(
    [aPost('published'), aPost('unknown'), aPost('unknown')],
    'https://pontual.example',
  );
  expect(mail.subject).toBe('Sua semana na Pontual: 2 sem confirmação, 1 publicado');
  expect(mail.text).toContain(
    'Não sabemos se 2 posts foram publicados: veja no perfil antes de publicar de novo.',
  );
  expect(mail.text).not.toContain('não publicado');
});

test.each<[string, SummaryPost['outcome'][]]>([
  ['1 post foi publicado.', ['published']],
  ['2 posts foram publicados.', ['published', 'published']],
  ['1 post foi publicado e 1 não foi.', ['published', 'failed']],
  ['nenhum post foi publicado e 2 não foram.', ['failed', 'failed']],
  ['nenhum post foi publicado.', ['scheduled']],
])('summarises a week as “%s”', (sentence, outcomes) => {
  expect(lastWeek(...outcomes)).toBe(`Nos últimos 7 dias, ${sentence}`);
});

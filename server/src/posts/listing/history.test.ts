import { describe, expect, test } from 'vitest';
import { formatDuration } from '@pontual/contract/posts/video-lengths.ts';
import { describeEvent } from './history.ts';

test.each([
  [0, '0 s'],
  [400, '0,4 s'],
  [3000, '3 s'],
  [59_940, '59,9 s'],
  [59_960, '1 min'],
  [125_000, '2 min 5 s'],
  [3_599_600, '1 h'],
  [3_780_000, '1 h 3 min'],
  [90_000_000, '25 h'],
])('%d ms are displayed as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

describe('an event', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['scheduled', {}, 'Agendado'],
    ['edited', {}, 'Editado'],
    ['moved', {}, 'Horário alterado'],
    ['publish_now', {}, 'Publicação imediata pedida'],
    ['account_confirmed', {}, 'Confirmado para a conta conectada'],
    ['waiting', { cause: 'A conta está pausada.' }, 'Em espera: A conta está pausada.'],
    ['waiting', {}, 'Em espera'],
    ['prepared', {}, 'Pronto para publicar'],
    ['unanswered', { code: '-2' }, 'O Instagram não confirmou; verificando'],
    ['publish_again', {}, 'Nova tentativa de publicação'],
    ['published', { lateMs: 412 }, 'Publicado 0,4 s depois da hora'],
    ['published', { lateMs: -3 }, 'Publicado na hora'],
    ['published', { lateMs: 'x' }, 'Publicado na hora'],
    ['verified', {}, 'Publicação confirmada no Instagram'],
    [
      'verified',
      { lateMs: 95_000, waitedMs: 90_000 },
      'Publicação confirmada no Instagram, 1 min 35 s depois da hora',
    ],
    ['ended', { status: 'failed', cause: 'Imagem recusada.' }, 'Falhou: Imagem recusada.'],
    ['ended', { status: 'expired' }, 'Expirado'],
    ['ended', {}, 'Não publicado'],
    ['toString', {}, 'Atualizado'],
    ['of_a_newer_version', {}, 'Atualizado'],
  ])('%s %o is described as %s', (kind, detail, text) => {
    expect(describeEvent(kind, detail)).toBe(text);
  });
});

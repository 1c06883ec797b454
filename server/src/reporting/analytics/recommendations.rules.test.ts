import { describe, expect, test } from 'vitest';
import type { AdvancedFacts } from './recommendations.rules.ts';
import { buildRecommendations } from './recommendations.rules.ts';

const emptyFacts: AdvancedFacts = {
  performance: [],
  byType: [],
  bySlot: [],
  byHashtags: [],
  byCloseness: [],
  byCaption: [],
  failures: [],
  accountDays: [],
};
const NO_DATA = [expect.stringMatching(/^Ainda não há posts suficientes/)];

/** A reach of 1,000 per post; `rate` in percent. */
const engagementFigures = (posts: number, rate: number) => ({
  published: posts,
  posts,
  interactions: posts * rate * 10,
  reach: posts * 1000,
});
const recommend = (facts: Partial<AdvancedFacts>) =>
  buildRecommendations({ ...emptyFacts, ...facts });

test('there is no recommendation without data', () => {
  expect(recommend({})).toEqual(NO_DATA);
});

/** Facts with enough posts, the sentence for them, and the same facts with one post too few. */
const rules: [string, Partial<AdvancedFacts>, string, Partial<AdvancedFacts>][] = [
  [
    'the weekday and hour with most engagement',
    {
      bySlot: [
        { weekday: 3, hour: 12, ...engagementFigures(5, 6.8) },
        { weekday: 3, hour: 9, ...engagementFigures(60, 4.9) },
      ],
    },
    'Quarta entre 12:00 e 13:00 é o seu horário com mais engajamento: 6,8% (5 posts), contra 4,9% (60 posts) nos outros. Experimente agendar mais posts nele.',
    {
      bySlot: [
        { weekday: 3, hour: 12, ...engagementFigures(4, 6.8) },
        { weekday: 3, hour: 9, ...engagementFigures(60, 4.9) },
      ],
    },
  ],
  [
    'the weekday with most engagement and the one with least',
    {
      bySlot: [
        { weekday: 0, hour: 9, ...engagementFigures(3, 6) },
        { weekday: 0, hour: 10, ...engagementFigures(2, 6) },
        { weekday: 6, hour: 9, ...engagementFigures(4, 2.5) },
        { weekday: 6, hour: 11, ...engagementFigures(3, 2.5) },
      ],
    },
    'Domingo é o dia com mais engajamento, 6,0% (5 posts), e sábado é o dia com menos, 2,5% (7 posts).',
    {
      bySlot: [
        { weekday: 0, hour: 9, ...engagementFigures(4, 6) },
        { weekday: 6, hour: 9, ...engagementFigures(4, 2.5) },
      ],
    },
  ],
  [
    'the type with most engagement',
    {
      byType: [
        { type: 'IMAGE', ...engagementFigures(9, 3.8) },
        { type: 'CAROUSEL', ...engagementFigures(12, 5.1) },
        { type: 'VIDEO', ...engagementFigures(4, 9) },
      ],
    },
    'Seus carrosséis têm 5,1% de engajamento (12 posts), contra 3,8% das imagens (9 posts).',
    {
      byType: [
        { type: 'IMAGE', ...engagementFigures(4, 3.8) },
        { type: 'CAROUSEL', ...engagementFigures(12, 5.1) },
      ],
    },
  ],
  [
    'hashtags that help',
    {
      byHashtags: [
        { hashtags: 0, ...engagementFigures(5, 3) },
        { hashtags: 3, ...engagementFigures(6, 4.5) },
      ],
    },
    'Posts com hashtags têm 4,5% de engajamento (6 posts), contra 3,0% (5 posts) dos posts sem hashtags. Vale continuar com elas.',
    {
      byHashtags: [
        { hashtags: 0, ...engagementFigures(4, 3) },
        { hashtags: 3, ...engagementFigures(6, 4.5) },
      ],
    },
  ],
  [
    'hashtags that do not',
    {
      byHashtags: [
        { hashtags: 0, ...engagementFigures(5, 4.5) },
        { hashtags: 3, ...engagementFigures(6, 3) },
      ],
    },
    'Posts sem hashtags têm 4,5% de engajamento (5 posts), contra 3,0% (6 posts) dos posts com hashtags. Experimente alguns sem elas.',
    {
      byHashtags: [
        { hashtags: 0, ...engagementFigures(5, 3.2) },
        { hashtags: 3, ...engagementFigures(6, 3) },
      ],
    },
  ],
  [
    'how many hashtags',
    {
      byHashtags: [
        { hashtags: 5, ...engagementFigures(5, 3) },
        { hashtags: 6, ...engagementFigures(3, 5) },
        { hashtags: 10, ...engagementFigures(3, 5) },
        { hashtags: 21, ...engagementFigures(5, 2) },
      ],
    },
    'Posts com 6 a 10 hashtags são os que têm mais engajamento: 5,0% (6 posts), contra 2,5% (10 posts) dos outros posts com hashtags.',
    {
      byHashtags: [
        { hashtags: 6, ...engagementFigures(4, 5) },
        { hashtags: 21, ...engagementFigures(4, 2) },
      ],
    },
  ],
  [
    'longer captions',
    {
      byCaption: [
        { isLong: true, ...engagementFigures(7, 4) },
        { isLong: false, ...engagementFigures(5, 3) },
      ],
    },
    'Legendas com mais de 125 caracteres têm 4,0% de engajamento (7 posts), contra 3,0% (5 posts) das mais curtas.',
    {
      byCaption: [
        { isLong: true, ...engagementFigures(7, 4) },
        { isLong: false, ...engagementFigures(4, 3) },
      ],
    },
  ],
  [
    'shorter captions',
    {
      byCaption: [
        { isLong: true, ...engagementFigures(7, 3) },
        { isLong: false, ...engagementFigures(5, 4) },
      ],
    },
    'Legendas de até 125 caracteres têm 4,0% de engajamento (5 posts), contra 3,0% (7 posts) das mais longas.',
    { byCaption: [{ isLong: false, ...engagementFigures(500, 4) }] },
  ],
  [
    'posts too close to one another',
    {
      byCloseness: [
        { isClose: true, ...engagementFigures(5, 2) },
        { isClose: false, ...engagementFigures(40, 4) },
      ],
    },
    'Posts a menos de 2 horas do anterior têm 2,0% de engajamento (5 posts), contra 4,0% (40 posts) dos outros. Experimente deixar mais tempo entre eles.',
    {
      byCloseness: [
        { isClose: true, ...engagementFigures(40, 4) },
        { isClose: false, ...engagementFigures(40, 4.2) },
      ],
    },
  ],
  [
    'a type that often fails, in numbers',
    {
      performance: [
        {
          type: 'VIDEO',
          total: 8,
          published: 5,
          failed: 3,
          successRate: 62.5,
          avgEngagement: null,
        },
        {
          type: 'REELS',
          total: 54,
          published: 53,
          failed: 1,
          successRate: 98.1,
          avgEngagement: null,
        },
      ],
      failures: [
        { type: 'VIDEO', code: '36000/2207004', posts: 2 },
        { type: 'VIDEO', code: '190/463', posts: 1 },
      ],
    },
    'Seus vídeos saem em 62,5% das vezes (5 de 8), contra 98,1% dos outros tipos (53 de 54).',
    {
      performance: [
        { type: 'VIDEO', total: 8, published: 5, failed: 2, successRate: 71, avgEngagement: null },
        {
          type: 'REELS',
          total: 54,
          published: 53,
          failed: 1,
          successRate: 98.1,
          avgEngagement: null,
        },
      ],
    },
  ],
  [
    'followers',
    {
      accountDays: [
        { date: '2026-05-25', followers: null, reach: 1, views: 1, interactions: 1 },
        { date: '2026-06-01', followers: 2300, reach: null, views: null, interactions: null },
        { date: '2026-06-08', followers: 2420, reach: null, views: null, interactions: null },
      ],
    },
    'Sua conta cresceu de 2.300 para 2.420 seguidores em 7 dias (+120).',
    {
      accountDays: [
        { date: '2026-06-01', followers: 2300, reach: null, views: null, interactions: null },
        { date: '2026-06-07', followers: 2420, reach: null, views: null, interactions: null },
      ],
    },
  ],
  [
    'days of the week without a post',
    {
      bySlot: [1, 2, 3, 4, 5].map((weekday) => ({
        weekday,
        hour: 9,
        published: 4,
        posts: 0,
        interactions: 0,
        reach: 0,
      })),
    },
    'Domingo e sábado ficaram sem nenhum dos seus 20 posts dos últimos 6 meses. Experimente um post nesses dias.',
    {
      bySlot: [{ weekday: 1, hour: 9, published: 19, posts: 0, interactions: 0, reach: 0 }],
    },
  ],
];

describe('a recommendation contains its numbers and needs enough posts', () => {
  test.each(rules)('%s', (_name, facts, sentence, tooFew) => {
    expect(recommend(facts)).toContain(sentence);
    expect(recommend(tooFew)).toEqual(NO_DATA);
  });
});

describe('failures are explained by the cause of their error code', () => {
  test.each([
    ['190/463', 'porque a conta do Instagram não estava conectada ou autorizada.'],
    ['no-account', 'porque a conta do Instagram não estava conectada ou autorizada.'],
    ['4/2207051', 'porque o Instagram segurou a conta.'],
    ['36000/2207004', 'por causa do arquivo.'],
    ['media-refused', 'por causa do arquivo.'],
    ['36004/2207010', 'por causa do texto ou das marcações.'],
    ['9/2207042', 'porque a conta chegou ao limite do Instagram.'],
    ['unverifiable', 'porque o Instagram não confirmou a publicação.'],
    ['unconfirmed', 'porque o Instagram não confirmou a publicação.'],
    ['not-processable', 'por causa do arquivo.'],
    ['too-late', 'por um problema do Instagram ou nosso.'],
    ['permission-refused', 'por um problema do Instagram ou nosso.'],
    ['not-fetched', 'por um problema do Instagram ou nosso.'],
    ['a code of later', 'por um problema do Instagram ou nosso.'],
  ])('%s: %s', (code, why) => {
    const [sentence = ''] = recommend({ failures: [{ type: 'IMAGE', code, posts: 3 }] });
    expect(sentence).toContain(`3 de 3 falhas aconteceram ${why} `);
    expect(recommend({ failures: [{ type: 'IMAGE', code, posts: 2 }] })).toEqual(NO_DATA);
  });

  test.each(['unverifiable', 'unconfirmed'])(
    'posts that may be out come with the advice to check first: %s',
    (code) => {
      const [sentence = ''] = recommend({ failures: [{ type: 'IMAGE', code, posts: 3 }] });
      expect(sentence).toContain('Veja no Instagram se os posts estão lá antes de tentar de novo.');
      expect(sentence).not.toContain('Publique de novo');
    },
  );

  test('causes with the same fix count together', () => {
    expect(
      recommend({
        failures: [
          { type: 'IMAGE', code: '1', posts: 3 },
          { type: 'IMAGE', code: '36000/2207004', posts: 2 },
          { type: 'REELS', code: '352/2207026', posts: 2 },
        ],
      }),
    ).toEqual([
      '4 de 7 falhas aconteceram por causa do arquivo. Confira formato, tamanho e proporção antes de agendar.',
    ]);
  });
});

test.each([
  ['36000/2207004', 'Confira formato, tamanho e proporção antes de agendar.'],
  ['190/463', 'Confira a conexão em Dashboard e reconecte a conta se ela pedir.'],
])('a type that often fails gets the advice for its own cause: %s', (code, advice) => {
  const type = 'REELS';
  const counts = { total: 8, published: 5, failed: 3, successRate: 62.5, avgEngagement: null };
  const sentences = recommend({
    performance: [{ type, ...counts }],
    failures: [
      { type, code, posts: 3 },
      { type: 'IMAGE', code: '9/2207042', posts: 40 },
    ],
  });
  expect(sentences).toContain(`Seus reels saem em 62,5% das vezes (5 de 8). ${advice}`);
});

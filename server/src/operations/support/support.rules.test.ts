import { expect, test } from 'vitest';
import { aMessage } from '../../../testing/factories.ts';
import { contentHash } from './content-hash.ts';
import { findSpamMarks } from './support.rules.ts';

const links = (count: number) =>
  Array.from({ length: count }, (_, index) => `https://exemplo.com/${index}`).join(' ');

test.each([
  ['somebody who took their time', {}, 20_000, []],
  ['a program that says nothing of a form', {}, undefined, []],
  ['a form sent in a blink', {}, 2999, ['hasty']],
  ['the fastest that a person may be', {}, 3000, []],
  ['an address or two', { message: `Vejam ${links(2)}` }, 20_000, []],
  ['many addresses', { message: `Vejam ${links(3)}` }, 20_000, ['links']],
  ['many addresses without a scheme', { message: 'www.a.br www.b.br www.c.br' }, 9000, ['links']],
  ['an address for a name', { name: 'https://exemplo.com' }, 20_000, ['links']],
  ['an address for a subject', { subject: 'WWW.EXEMPLO.COM' }, 20_000, ['links']],
  ['a bare address for a name', { name: 'exemplo.com' }, 20_000, ['links']],
  ['a bare address in a subject', { subject: 'Veja em loja.exemplo.com.br/1' }, 20_000, ['links']],
  ['bare addresses', { message: 'a.com, b.net e promoção.com.br' }, 20_000, ['links']],
  [
    'the same link said in full twice',
    { message: 'https://www.a.com.br/b.com '.repeat(2) },
    9000,
    [],
  ],
  [
    'addresses of mail, files and the name of an account',
    { subject: 'De nina.com@exemplo.com.br', message: 'foto.jpg e a.mp4 de @atelie.barro.' },
    20_000,
    [],
  ],
  ['both', { message: links(9) }, 10, ['hasty', 'links']],
])('%s gets the expected spam marks', (_what, overrides, openFor, marks) => {
  expect(findSpamMarks(aMessage(overrides), openFor)).toEqual(marks);
});

test('the content hash is equal for the same content of the same sender only', () => {
  const message = aMessage();
  const shouted = { ...message, email: message.email.toUpperCase() };
  expect(contentHash(shouted)).toEqual(contentHash(message));
  const others = [
    { ...message, email: 'outra@exemplo.com.br' },
    { ...message, message: `${message.message}!` },
    { ...message, category: 'geral' as const },
    { ...message, name: message.subject, subject: message.name },
  ];
  for (const other of others) expect(contentHash(other)).not.toEqual(contentHash(message));
});

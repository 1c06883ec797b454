import { expect, test } from 'vitest';
import { ORIGIN_PLACEHOLDER } from '@pontual/contract/shared/page-meta.ts';
import { faq } from '../support/faq/faq.ts';
import { renderPages } from './render.tsx';

const pages = await renderPages({});

test('renders every plain page with one heading', () => {
  expect(Object.keys(pages)).toEqual([
    '/',
    '/support',
    '/privacy',
    '/terms',
    '/cookies',
    '/accessibility',
    '/developers',
  ]);
  const headings = Object.values(pages).map((html) => html.match(/<h1[ >]/g)?.length);
  expect(headings).toEqual([1, 1, 1, 1, 1, 1, 1]);
});

test.each(Object.entries(pages))(
  '%s contains nothing that the content security policy forbids or the server adds',
  (_path, html) => {
    expect(html).not.toMatch(/<[^>]* style=/);
    expect(html).not.toMatch(/<[^>]* on\w+=/);
    expect(html).not.toMatch(/<(script|style|link|meta|title)\b/);
  },
);

test('the landing page has its sections and links to registration', () => {
  const landing = pages['/'] ?? '';
  for (const id of ['funcionalidades', 'planos']) expect(landing).toContain(`id="${id}"`);
  expect(landing).toContain('R$ 19,99');
  expect(landing.match(/href="\/register"/g)?.length).toBeGreaterThanOrEqual(3);
  expect(landing).toContain('>Entrar</a>');
});

test('the help centre contains every answer', () => {
  const help = pages['/support'] ?? '';
  const answers = faq.flatMap(({ answers: ofCategory }) => ofCategory);
  expect(answers.length).toBeGreaterThan(30);
  for (const { id } of answers) expect(help).toContain(`<details id="${id}"`);
});

test('the clock is invisible, because the local time of the reader is unknown', () => {
  expect(pages['/']).toMatch(/<span class="invisible">Agora em Brasília/);
});

test('the page for developers contains the placeholder of the origin', () => {
  expect(pages['/developers']).toContain(`${ORIGIN_PLACEHOLDER}/api/mcp`);
});

test('the landing page links a visitor to the login and a user to the dashboard', () => {
  const landing = pages['/'] ?? '';
  expect(landing).toMatch(/<a class="[^"]*for-visitors[^"]*" href="\/login"/);
  expect(landing).toMatch(/<a class="[^"]*for-users[^"]*" href="\/dashboard"/);
});

import { describe, expect, test } from 'vitest';
import { emptyForm, type PostForm } from '../form.rules.ts';
import { aPicture } from '../picked-file-fixture.ts';
import { checkAdDisclosure } from './ad-disclosure.ts';

const check = (form: Partial<PostForm>, type: 'IMAGE' | 'REELS' | 'STORIES' = 'IMAGE') =>
  checkAdDisclosure({ ...emptyForm, ...form }, type);
const taggedForm = { files: [{ ...aPicture(), tags: [{ username: 'loja' }] }] };

describe('the #publi reminder appears', () => {
  test.each<[string, Partial<PostForm>, 'IMAGE' | 'REELS']>([
    ['with a person tagged', taggedForm, 'IMAGE'],
    ['with a collaborator', { collaborators: ['loja'] }, 'REELS'],
    ['with a mention and a coupon', { caption: 'Use o cupom BARRO10 na @loja' }, 'IMAGE'],
    ['with a mention and a partnership', { caption: 'Em parceria com @loja' }, 'IMAGE'],
    ['with a gift', { caption: 'Olha o que recebi! Presente da @loja' }, 'IMAGE'],
  ])('%s', (_what, form, type) => {
    expect(check(form, type)?.fix).toMatchObject({ edit: { start: 0, text: '#publi ' } });
  });

  test('when the hashtag is below the visible part of the caption', () => {
    const caption = `Parceria com @loja. ${'Uma longa história. '.repeat(8)}#publi`;
    expect(check({ caption })?.text).toContain('depois do "mais"');
  });
});

test.each<[string, Partial<PostForm>, 'IMAGE' | 'STORIES']>([
  ['a mark that is seen', { ...taggedForm, caption: '#publi Vaso novo' }, 'IMAGE'],
  ['the mark in another word', { ...taggedForm, caption: '#ParceriaPaga com @loja' }, 'IMAGE'],
  ['a mention of a friend', { caption: 'Obrigada, @lia, pela visita' }, 'IMAGE'],
  ['an own offer', { caption: 'Cupom BARRO10: desconto de 10%' }, 'IMAGE'],
  ['an e-mail address', { caption: 'Parceria? loja@exemplo.com' }, 'IMAGE'],
  ['a story', taggedForm, 'STORIES'],
])('shows no reminder for %s', (_what, form, type) => {
  expect(check(form, type)).toBeNull();
});

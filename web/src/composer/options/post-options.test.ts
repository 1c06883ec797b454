import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import type { PostForm, PickedFile } from '../form.rules.ts';

// The session listens to the browser's other tabs; Node has none.
vi.stubGlobal('addEventListener', () => undefined);
const { PostOptions } = await import('./post-options.tsx');
const { SessionProvider } = await import('../../api/session.tsx');
vi.unstubAllGlobals();

const createFile = (name: string, kind: 'image' | 'video'): PickedFile => ({
  file: new File(['x'], name),
  url: `blob:${name}`,
  kind,
  width: 1080,
  height: 1350,
  fit: 'crop',
  durationMs: null,
  altText: '',
  tags: [],
});
const photo = createFile('caneca.jpg', 'image');
const clip = createFile('torno.mp4', 'video');
const form: PostForm = {
  files: [],
  caption: '',
  when: { date: '', time: '' },
  shareToFeed: true,
  thumbOffset: 0,
  audioName: '',
  collaborators: [],
  location: null,
  firstComment: '',
  instagramAccountId: null,
};

function render(
  type: MediaType,
  files: readonly PickedFile[],
  how: { connected?: boolean; locked?: boolean; form?: Partial<PostForm> } = {},
): string {
  const options = createElement(PostOptions, {
    values: { ...form, files, ...how.form },
    type,
    isConnected: how.connected ?? true,
    locked: how.locked ?? false,
    cover: 'A capa',
    onOptions: () => undefined,
    onAltText: () => undefined,
    onTags: () => undefined,
  });
  return renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client: new QueryClient() },
      createElement(SessionProvider, null, options),
    ),
  );
}

const parts = [
  'Opções do Reels',
  'Opções do post',
  'Mostrar também no feed',
  'A capa',
  'Nome do áudio',
  'Colaboradores',
  'Local',
  'Marcar pessoas',
  'Texto alternativo',
] as const;

test.each<[MediaType, PickedFile[], readonly (typeof parts)[number][]]>([
  [
    'REELS',
    [clip],
    [
      'Opções do Reels',
      'Mostrar também no feed',
      'A capa',
      'Nome do áudio',
      'Colaboradores',
      'Local',
      'Marcar pessoas',
    ],
  ],
  ['VIDEO', [clip], ['Opções do post', 'Local', 'Marcar pessoas']],
  ['IMAGE', [photo], ['Opções do post', 'Local', 'Marcar pessoas', 'Texto alternativo']],
  ['CAROUSEL', [clip, photo], ['Opções do post', 'Local', 'Marcar pessoas', 'Texto alternativo']],
  // Instagram takes no user tags in videos of a carousel, and no location on a story.
  ['CAROUSEL', [clip, clip], ['Opções do post', 'Local']],
  ['STORIES', [photo], ['Opções do post', 'Marcar pessoas']],
  ['STORIES', [], []],
])('%s offers exactly the options that Instagram accepts (%#)', (type, files, offered) => {
  const page = render(type, files);
  expect(parts.filter((part) => page.includes(`>${part}<`))).toEqual(offered);
});

describe('the location field', () => {
  test('is a search with an account, and takes an id without one', () => {
    expect(render('IMAGE', [photo])).toMatch(/role="combobox"[^>]*placeholder="Busque pelo nome"/);
    const page = render('IMAGE', [photo], { connected: false });
    expect(page).not.toContain('combobox');
    expect(page).toContain('>ID do local<');
    expect(page).toContain('Conecte o Instagram para buscar pelo nome');
  });

  test('shows the chosen location and can be cleared', () => {
    const location = { id: '213000000000008', name: 'Recife' };
    const page = render('IMAGE', [photo], { form: { location } });
    expect(page).toContain('value="Recife"');
    expect(page).toContain('aria-label="Limpar local"');
    expect(render('IMAGE', [photo])).not.toContain('Limpar local');
  });
});

test('collaborators are counted and can be removed by name', () => {
  const page = render('REELS', [clip], { form: { collaborators: ['lia.azulejos', 'bia'] } });
  expect(page).toContain('>2 de 3<');
  expect(page).toContain('aria-label="Remover @lia.azulejos"');
});

test('an existing alternative text is not collapsed', () => {
  const described = { ...photo, altText: 'Uma caneca azul' };
  expect(render('IMAGE', [photo])).toMatch(/<details(?![^>]*open)/);
  const page = render('IMAGE', [described]);
  expect(page).toMatch(/<details[^>]*open/);
  expect(page).toContain('>15 de 1.000<');
});

test('the alternative text of a carousel names its item', () => {
  expect(render('CAROUSEL', [clip, photo, createFile('vaso.jpg', 'image')])).toContain(
    '>Texto alternativo do item 2<',
  );
});

test.each<[MediaType, PickedFile[]]>([
  ['REELS', [clip]],
  ['IMAGE', [photo]],
  ['STORIES', [clip]],
])('while %s is being sent no option can be changed', (type, files) => {
  const location = { id: '213', name: 'Recife' };
  const page = render(type, files, { locked: true, form: { collaborators: ['lia'], location } });
  const controls = page.match(/<(input|textarea|button)\b[^>]*>/g) ?? [];
  expect(controls.length).toBeGreaterThan(0);
  expect(controls.filter((control) => !control.includes('disabled=""'))).toEqual([]);
});

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CaptionEditor } from './caption-editor.tsx';

const render = (isMarked?: boolean): string =>
  renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client: new QueryClient() },
      createElement(CaptionEditor, {
        caption: '',
        error: undefined,
        readOnly: false,
        onCaption: () => undefined,
        ...(isMarked === undefined ? {} : { isMarked }),
      }),
    ),
  );

test('a marked caption has its star, but is announced as recommended and may stay empty', () => {
  const markup = render(true);
  expect(markup).toContain('\u00a0*');
  expect(markup).toContain('(recomendada)');
  expect(markup).toContain('ou deixe em branco');
  expect(markup).not.toContain('aria-required');
  expect(markup).not.toContain('aria-invalid');
});

test.each([false, undefined])('with isMarked %s the field has no mark', (isMarked) => {
  const markup = render(isMarked);
  expect(markup).not.toContain('\u00a0*');
  expect(markup).not.toContain('recomendada');
});

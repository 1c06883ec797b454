import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CaptionEditor } from './caption-editor.tsx';

const render = (required?: boolean): string =>
  renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client: new QueryClient() },
      createElement(CaptionEditor, {
        caption: '',
        error: undefined,
        readOnly: false,
        onCaption: () => undefined,
        ...(required === undefined ? {} : { required }),
      }),
    ),
  );

test('a required caption has a visible and an accessible mark and is not invalid when empty', () => {
  const markup = render(true);
  expect(markup).toContain('aria-required="true"');
  expect(markup).toContain('(obrigatória)');
  expect(markup).not.toContain('aria-invalid');
});

test.each([false, undefined])('with required %s the field has no required mark', (required) => {
  const markup = render(required);
  expect(markup).not.toContain('aria-required');
  expect(markup).not.toContain('obrigatória');
});

import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CaptionFooter } from './caption-footer.tsx';

function counterClassAt(length: number): string {
  const markup = renderToStaticMarkup(
    createElement(CaptionFooter, {
      caption: 'a'.repeat(length),
      id: 'left',
      disabled: false,
      onSign: () => undefined,
    }),
  );
  return /<p id="left" class="([^"]*)"/.exec(markup)?.[1] ?? '';
}

test.each([
  [200, null],
  [199, 'bg-ipe'],
  [50, 'bg-ipe'],
  [49, 'bg-bad-soft'],
  [-1, 'bg-bad-soft'],
])('with %i characters left the counter has the fill %s', (left, fill) => {
  expect(/\bbg-[\w-]+/.exec(counterClassAt(2200 - left))?.[0] ?? null).toBe(fill);
});

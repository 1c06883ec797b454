import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FirstCommentField } from './first-comment-field.tsx';

const render = (comment: string): string =>
  renderToStaticMarkup(
    createElement(FirstCommentField, {
      type: 'IMAGE',
      comment,
      locked: false,
      onComment: () => undefined,
    }),
  );

test('a sixth hashtag in the first comment shows a warning and is no error', () => {
  expect(render('#a #b #c #d #e')).not.toContain('aceita 5 hashtags');
  const markup = render('#a #b #c #d #e #f');
  expect(markup).toContain('O Instagram aceita 5 hashtags por post');
  expect(markup).toContain('recusar o comentário');
  expect(markup).not.toContain('aria-invalid="');
});

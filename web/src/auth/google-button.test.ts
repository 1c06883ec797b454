import { createElement, Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { WITHOUT_GOOGLE_META } from '@pontual/contract/page.ts';
import { expect, onTestFinished, test } from 'vitest';
import { tellMetas } from '../page-meta.ts';
import { GoogleButton, OrByEmail } from './google-button.tsx';

const drawn = () =>
  renderToStaticMarkup(
    createElement(Fragment, null, createElement(GoogleButton), createElement(OrByEmail)),
  );

test('the way by Google is offered, and absent where the installation goes without', () => {
  expect(drawn()).toContain('Continuar com Google');
  expect(drawn()).toContain('ou com e-mail');
  onTestFinished(() => tellMetas({}));
  tellMetas({ [WITHOUT_GOOGLE_META]: 'on' });
  expect(drawn()).toBe('');
});

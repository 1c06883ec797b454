import { createElement, Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { WITHOUT_GOOGLE_META } from '@pontual/contract/shared/page-meta.ts';
import { expect, onTestFinished, test } from 'vitest';
import { setRenderMetas } from '../../ui/page/page-meta.ts';
import { GoogleButton, EmailDivider } from './google-button.tsx';

const renderButtons = () =>
  renderToStaticMarkup(
    createElement(Fragment, null, createElement(GoogleButton), createElement(EmailDivider)),
  );

test('the Google button is shown, and hidden where the installation disables it', () => {
  expect(renderButtons()).toContain('Continuar com Google');
  expect(renderButtons()).toContain('ou com e-mail');
  onTestFinished(() => setRenderMetas({}));
  setRenderMetas({ [WITHOUT_GOOGLE_META]: 'on' });
  expect(renderButtons()).toBe('');
});

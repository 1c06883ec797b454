import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CheckBadge } from '../../ui/badge.tsx';
import { ConnectedBadge } from './connected-badge.tsx';
import { ISSUES_KEY } from './issues-queries.ts';

const green = renderToString(createElement(CheckBadge, null, 'Conectado'));

function badgeAfter(last: 'success' | 'error'): string {
  const client = new QueryClient();
  const error = last === 'error' ? new TypeError('Failed to fetch') : null;
  client.setQueryData(ISSUES_KEY, []);
  client.getQueryCache().find({ queryKey: ISSUES_KEY })?.setState({
    status: last,
    error,
    fetchStatus: 'fetching',
    fetchFailureReason: null,
  });
  const badge = createElement(ConnectedBadge, null, 'Conectado');
  return renderToString(createElement(QueryClientProvider, { client }, badge));
}

test('an account is shown in green only if the last fetch has succeeded', () => {
  expect(badgeAfter('success')).toBe(green);
  expect(badgeAfter('error')).not.toBe(green);
  expect(badgeAfter('error')).toContain('Conectado');
});

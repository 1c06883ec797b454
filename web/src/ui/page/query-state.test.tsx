import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRef, type ComponentProps } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { focusOn } from '../../../testing/focus-on.ts';
import { ApiError } from '../../api/api-error.ts';
import { QueryState } from './query-state.tsx';

type Props = ComponentProps<typeof QueryState<string[]>>;

const retry = page.getByRole('button', { name: 'Tentar de novo' });
const busy = page.getByRole('button', { name: 'Carregando...' });
const alert = page.getByRole('alert');
const heading = page.getByRole('heading', { level: 1, name: 'Ateliê' });
const section = page.getByRole('heading', { level: 2, name: 'Posts' });

const refusal = (status: number, code: string, message: string) =>
  new ApiError({ status, code, message });
const internal = refusal(500, 'INTERNAL', 'Erro interno do servidor');
const limited = refusal(429, 'RATE_LIMITED', 'Muitos pedidos. Espere um minuto.');
const offline = refusal(0, 'NETWORK', 'Sem conexão com o servidor.');

/** The requests that wait for an answer. */
let requests: PromiseWithResolvers<string[]>[];

beforeEach(() => {
  requests = [];
});

async function succeed(data: string[]): Promise<void> {
  await expect.poll(() => requests).toHaveLength(1);
  requests.pop()?.resolve(data);
}

async function fail(error: Error): Promise<void> {
  await expect.poll(() => requests).toHaveLength(1);
  requests.pop()?.reject(error);
}

function Posts(props: Omit<Props, 'query'>) {
  const query = useQuery({
    queryKey: ['posts'],
    queryFn: () => {
      const request = Promise.withResolvers<string[]>();
      requests.push(request);
      return request.promise;
    },
    networkMode: 'always',
    retry: false,
  });
  return (
    <QueryState query={query} {...props}>
      {(posts) => <p>{posts.join(', ')}</p>}
    </QueryState>
  );
}

function show(props: Omit<Props, 'query'>): QueryClient {
  const queries = new QueryClient();
  const element = document.createElement('div');
  document.body.append(element);
  const root = createRoot(element);
  root.render(
    <MemoryRouter>
      <QueryClientProvider client={queries}>
        <title>Ateliê</title>
        <main id="conteudo">
          <h1>Ateliê</h1>
          <Posts {...props} />
        </main>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  onTestFinished(() => {
    root.unmount();
    element.remove();
    queries.clear();
  });
  return queries;
}

test('data that load show a skeleton before', async () => {
  show({ failed: 'Os posts não carregaram.' });
  await expect.element(page.getByRole('status')).toMatchTextContent('Carregando');
  await succeed(['Pão', 'Bolo']);
  await expect.element(page.getByText('Pão, Bolo')).toBeVisible();
  await expect.element(page.getByRole('status')).not.toBeInTheDocument();
});

test('a failure stays with its focused button until a retry succeeds', async () => {
  show({ failed: 'Os posts não carregaram.' });
  await fail(internal);
  await expect.element(alert).toMatchTextContent('Os posts não carregaram.');
  await expectAccessible();
  await focusOn(retry);
  await userEvent.keyboard('{Enter}');
  await expect.element(busy).toHaveFocus();
  await expect.element(alert).toMatchTextContent('Os posts não carregaram.');
  await fail(internal);
  await expect.element(retry).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await succeed(['Pão']);
  await expect.element(page.getByText('Pão')).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
  await expect.element(heading).toHaveFocus();
});

test('the focus moves to the given heading, and stays elsewhere if the user has moved it', async () => {
  const title = createRef<HTMLHeadingElement>();
  const titled = (
    <h2 ref={title} tabIndex={-1}>
      Posts
    </h2>
  );
  const empty = (
    <>
      {titled}
      <p>Nada</p>
    </>
  );
  const queries = show({ failed: 'Os posts não carregaram.', empty, focusAfter: title });
  await fail(internal);
  await focusOn(retry);
  await userEvent.keyboard('{Enter}');
  await succeed([]);
  await expect.element(section).toHaveFocus();

  void queries.resetQueries();
  await fail(internal);
  await retry.click();
  (document.activeElement as HTMLElement).blur();
  await succeed([]);
  await expect.element(page.getByText('Nada')).toBeVisible();
  expect(document.activeElement).toBe(document.body);
});

test('a panel shows the reason of the server, also during a retry, and the way back', async () => {
  show({
    failed: { title: 'Erro ao carregar', fallback: 'Tente mais tarde.', back: '/dashboard' },
  });
  await fail(limited);
  await expect.element(alert).toMatchTextContent('Erro ao carregar');
  await expect.element(alert).toMatchTextContent(limited.message);
  await expect
    .element(page.getByRole('link', { name: 'Voltar' }))
    .toHaveAttribute('href', '/dashboard');
  await expectAccessible();
  await retry.click();
  await expect.element(busy).toBeVisible();
  await expect.element(alert).toMatchTextContent(limited.message);
  await fail(internal);
  await expect.element(alert).toMatchTextContent('Tente mais tarde.');
});

test('a panel can have its own message', async () => {
  show({ failed: { title: 'Fora do ar', message: 'Volte depois.', isBare: true } });
  await fail(limited);
  await expect.element(alert).toMatchTextContent('Volte depois.');
});

test('a sentence can depend on the error', async () => {
  show({ failed: (error) => `Não abriu. ${error?.message}` });
  await fail(limited);
  await expect.element(alert).toMatchTextContent(`Não abriu. ${limited.message}`);
});

test('a refusal that a retry cannot change has no retry', async () => {
  const missing = refusal(404, 'NOT_FOUND', 'Não existe.');
  show({
    failed: 'Os posts não carregaram.',
    renderRefused: (error) => (error === missing ? <p>Não há posts.</p> : undefined),
  });
  await fail(missing);
  await expect.element(page.getByText('Não há posts.')).toBeVisible();
  await expect.element(retry).not.toBeInTheDocument();
});

test('an empty list shows its own text', async () => {
  show({ failed: 'Os posts não carregaram.', empty: <p>Nenhum post ainda.</p> });
  await succeed([]);
  await expect.element(page.getByText('Nenhum post ainda.')).toBeVisible();
});

test('without a skeleton only the failure is shown', async () => {
  show({ failed: 'Os posts não carregaram.', loading: null });
  await expect.poll(() => requests).toHaveLength(1);
  await expect.element(page.getByRole('status')).not.toBeInTheDocument();
  await fail(offline);
  await expect.element(alert).toBeVisible();
});

test('stale data stay, and only a reachable server is named as their reason', async () => {
  const stale = 'Os posts podem estar desatualizados.';
  const queries = show({ failed: 'Os posts não carregaram.', stale });
  await succeed(['Pão']);
  await expect.element(page.getByText('Pão')).toBeVisible();
  void queries.invalidateQueries();
  await fail(internal);
  await expect.element(alert).toMatchTextContent(stale);
  await expect.element(page.getByText('Pão')).toBeVisible();
  await retry.click();
  await fail(offline);
  await expect.element(alert).not.toBeInTheDocument();
  await expect.element(page.getByText('Pão')).toBeVisible();
});

import { getDeletion } from '@pontual/contract/privacy/deletions.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { expectNoOverflow } from '../../../testing/layout.ts';
import { DESK, openDocument, PHONE } from '../../../testing/open-page.tsx';
import { server } from '../../../testing/stub-server.ts';
import { answerVisitors } from '../../../testing/visitors.ts';

const pages = [
  { path: '/', heading: /Seus posts/ },
  { path: '/login', heading: 'Bom te ver de novo' },
  { path: '/register', heading: 'Crie sua conta' },
  { path: '/forgot-password', heading: 'Esqueceu a senha?' },
  { path: '/reset-password', heading: 'Token inválido' },
  { path: '/reset-password?token=segredo', heading: 'Crie uma nova senha' },
  { path: '/account/confirm-email#x', heading: 'Confirme seu e-mail' },
  { path: '/account/verify-email#x', heading: 'Confirme seu e-mail' },
  { path: '/schedule', heading: 'Calendário & Timeline' },
  { path: '/create-post', heading: 'Envie seus arquivos' },
  { path: '/plans', heading: 'Planos' },
  { path: '/support', heading: 'Central de Ajuda' },
  { path: '/support#quais-formatos-posso-enviar', heading: 'Central de Ajuda' },
  { path: '/privacy', heading: 'Política de Privacidade' },
  { path: '/terms', heading: 'Termos de Uso' },
  { path: '/cookies', heading: 'Cookies' },
  { path: '/accessibility', heading: 'Acessibilidade' },
  { path: '/status', heading: 'Status' },
  { path: '/developers', heading: 'Para programas' },
  { path: '/invite#convite', heading: 'Você tem um convite' },
  { path: '/approve#pedido', heading: 'Aprovar este post?' },
  { path: '/exclusao-de-dados/codigo', heading: 'Exclusão de dados' },
  { path: '/nao-existe', heading: 'Oops! Página não encontrada' },
] as const;

beforeEach(answerVisitors);

describe.each(pages)('$path', ({ path, heading }) => {
  for (const size of [DESK, PHONE]) {
    test(`has no accessibility violations for a visitor at ${size.width} px`, async () => {
      await openDocument(path, { size });
      await expect.element(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expectAccessible();
    });
  }

  test('has no overflow at any width', async () => {
    await openDocument(path);
    await expect.element(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expectNoOverflow();
  });
});

describe('an unknown deletion request', () => {
  beforeEach(() => server.refuse(getDeletion, 'NOT_FOUND'));

  for (const size of [DESK, PHONE]) {
    test(`has no accessibility violations at ${size.width} px`, async () => {
      await openDocument('/exclusao-de-dados/nenhum-pedido', { size });
      await expect.element(page.getByText('Pedido não encontrado')).toBeVisible();
      await expectAccessible();
    });
  }
});

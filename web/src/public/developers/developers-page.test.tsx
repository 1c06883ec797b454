import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { DESK, openDocument, PHONE } from '../../../testing/open-page.tsx';

for (const size of [DESK, PHONE]) {
  test(`a developer finds instructions and every endpoint at ${size.width} px`, async () => {
    await openDocument('/developers', { size });
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toHaveTextContent('Para programas');
    await expect
      .element(page.getByRole('region', { name: /configuração de um assistente/ }))
      .toMatchTextContent(`${location.origin}/api/mcp`);
    const writing = page.getByRole('region', { name: /pausar as publicações da equipe/ });
    await expect
      .element(writing.getByRole('listitem').filter({ hasText: /Agendar um post/ }))
      .toHaveTextContent('Agendar um postPOST /api/schedule');
    await expect
      .element(page.getByRole('region', { name: /o corpo de um aviso/ }))
      .toMatchTextContent('"type": "post.returned"');
    await expect
      .element(page.getByRole('link', { name: 'openapi.json' }))
      .toHaveAttribute('href', '/api/openapi.json');
    await expectAccessible();
  });
}

import { expect, test } from 'vitest';
import { GUARANTEE_DAYS } from '../billing/billing.ts';
import { planCatalogue } from '../billing/plans.ts';
import { paths } from './paths.ts';
import { publicPages } from './public-pages.ts';

test('the description for search engines names the current prices', () => {
  const { description } = publicPages[paths.plans];
  for (const id of ['pro', 'premium'] as const) {
    const { name, amount } = planCatalogue[id];
    const price = (amount / 100).toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' });
    expect(description).toContain(`${name} por ${price}`);
  }
  expect(description).toContain(`${GUARANTEE_DAYS} dias de garantia`);
});

test('each description fits the result list of a search engine', () => {
  for (const { description } of Object.values(publicPages)) {
    expect(description.length).toBeLessThanOrEqual(160);
  }
});

import { putPrice } from './resources/prices.ts';
import { putProduct } from './resources/products.ts';
import type { PaymentsWorld } from './world.ts';

/** The two plans that are always for sale. Their ids are fixed: a server may have been told them. */
export const PLANS = {
  pro: { name: 'Pontual Pro', amount: 1999, price: 'price_pontual_pro_monthly' },
  premium: { name: 'Pontual Premium', amount: 4999, price: 'price_pontual_premium_monthly' },
} as const;

/** Puts the plans up for sale, unless they are there already. */
export function seedPlans(world: PaymentsWorld): void {
  for (const [plan, { name, amount, price }] of Object.entries(PLANS)) {
    if (world.records.prices.get(price)) continue;
    const product = putProduct(world, { id: `prod_pontual_${plan}`, active: true, name }).id;
    const wanted = {
      active: true,
      currency: 'brl',
      lookup_key: `pontual_${plan}_monthly`,
      metadata: { plan },
      recurring: { interval: 'month', interval_count: 1 },
      tax_behavior: 'inclusive',
      transfer_lookup_key: false,
      unit_amount: amount,
    } as const;
    putPrice(world, wanted, { id: price, product });
  }
}

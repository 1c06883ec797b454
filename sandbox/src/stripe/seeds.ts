import { savePrice } from './resources/prices.ts';
import { saveProduct } from './resources/products.ts';
import type { PaymentsContext } from './context.ts';

/** The ids are fixed: a server may have them in its settings. */
export const PLANS = {
  pro: { name: 'Pontual Pro', amount: 1999, price: 'price_pontual_pro_monthly' },
  premium: { name: 'Pontual Premium', amount: 4999, price: 'price_pontual_premium_monthly' },
} as const;

export function seedPlans(context: PaymentsContext): void {
  for (const [plan, { name, amount, price }] of Object.entries(PLANS)) {
    if (context.records.prices.get(price)) continue;
    savePrice(context, {
      id: price,
      product: saveProduct(context, `prod_pontual_${plan}`, name).id,
      unit_amount: amount,
      lookup_key: `pontual_${plan}_monthly`,
      metadata: { plan },
      tax_behavior: 'inclusive',
    });
  }
}

import type { Customer, WithExtras, PaymentMethod } from '../objects.ts';
import { newId, getNow, type PaymentsContext } from '../context.ts';
import { updateRecord, emit } from '../webhooks/emit.ts';
import { getBrand, getCountry, type CardEntry } from './cards.ts';

export function createPaymentMethod(context: PaymentsContext, entry: CardEntry): PaymentMethod {
  const { records } = context;
  const brand = getBrand(entry.number);
  const method = {
    id: newId(context, 'pm'),
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: {
      address: {
        city: null,
        country: null,
        line1: null,
        line2: null,
        postal_code: null,
        state: null,
      },
      email: entry.email,
      name: entry.name,
      phone: null,
      tax_id: null,
    },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: getCountry(entry.number),
      display_brand: brand,
      exp_month: entry.month,
      exp_year: entry.year,
      fingerprint: null,
      funding: 'credit',
      generated_from: null,
      last4: entry.number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: getNow(context),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  } satisfies WithExtras<PaymentMethod>;
  records.paymentMethods.put(method);
  records.cards.put({ id: method.id, number: entry.number, isAuthenticated: false });
  return method;
}

export function attachPaymentMethod(
  context: PaymentsContext,
  method: PaymentMethod,
  customer: Customer,
  isAuthenticated = false,
): PaymentMethod {
  const { records } = context;
  const card = records.cards.get(method.id);
  if (card) records.cards.put({ ...card, isAuthenticated });
  const attached = updateRecord(context, records.paymentMethods, method, { customer: customer.id });
  emit(context, 'payment_method.attached', attached);
  return attached;
}

export function setDefaultPaymentMethod(
  context: PaymentsContext,
  customerId: string,
  method: string,
): void {
  const { customers } = context.records;
  const customer = customers.get(customerId);
  if (!customer) return;
  const settings = { ...customer.invoice_settings, default_payment_method: method };
  updateRecord(context, customers, customer, { invoice_settings: settings }, 'customer.updated');
}

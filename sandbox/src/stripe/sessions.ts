import type { Metadata } from './objects.ts';

/** The options of a checkout that its session does not contain. */
export type CheckoutOptions = {
  id: string;
  price: string;
  trialDays: number | null;
  metadata: Metadata;
};

export type CheckoutSession = {
  id: string;
  cancel_url: string | null;
  customer: string;
  customer_details: { email: string | null; name: string | null };
  expires_at: number;
  invoice: string | null;
  payment_status: 'unpaid' | 'paid' | 'no_payment_required';
  status: 'open' | 'complete' | 'expired';
  subscription: string | null;
  success_url: string;
  url: string | null;
};

export type PortalSession = {
  id: string;
  configuration: string;
  created: number;
  customer: string;
  return_url: string;
  url: string;
};

export type PortalFeatures = {
  customer_update: Record<string, unknown>;
  invoice_history: { enabled: boolean };
  payment_method_update: { enabled: boolean };
  subscription_cancel: { enabled: boolean };
  subscription_pause: { enabled: boolean };
  subscription_update: { enabled: boolean; products: { product: string; prices: string[] }[] };
};

export type PortalConfiguration = {
  id: string;
  features: PortalFeatures;
  metadata: Metadata;
  updated: number;
};

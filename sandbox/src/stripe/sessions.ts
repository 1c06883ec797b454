import type { Metadata } from './objects.ts';

/** The options of a checkout that its session does not contain. */
export type CheckoutOptions = {
  id: string;
  trialDays: number | null;
  trialEnd: number | null;
  missingPaymentMethod: string;
  metadata: Metadata;
  description: string | null;
  lines: { price: string; quantity: number }[];
  areTermsRequired: boolean;
};

export type CheckoutSession = {
  id: string;
  amount_total: number;
  cancel_url: string | null;
  client_reference_id: string | null;
  consent: { promotions: null; terms_of_service: 'accepted' | null } | null;
  created: number;
  customer: string | null;
  customer_details: { email: string | null; name: string | null } | null;
  customer_email: string | null;
  expires_at: number;
  invoice: string | null;
  metadata: Metadata;
  payment_method_collection: 'always' | 'if_required';
  payment_status: 'unpaid' | 'paid' | 'no_payment_required';
  status: 'open' | 'complete' | 'expired';
  subscription: string | null;
  success_url: string;
  url: string | null;
};

export type PortalFlow = {
  type: 'subscription_cancel' | 'subscription_update' | 'payment_method_update';
  subscription?: string;
  /** Where a completed flow redirects, if not to the start page of the portal. */
  returnUrl?: string;
};

export type PortalSession = {
  id: string;
  configuration: string;
  created: number;
  customer: string;
  flow: object | null;
  return_url: string | null;
  url: string;
};

export type PortalFeatures = {
  customer_update: { allowed_updates: string[]; enabled: boolean };
  invoice_history: { enabled: boolean };
  payment_method_update: { enabled: boolean; payment_method_configuration: null };
  subscription_cancel: {
    cancellation_reason: { enabled: boolean; options: string[] };
    enabled: boolean;
    mode: 'at_period_end' | 'immediately';
    proration_behavior: string;
  };
  subscription_update: {
    default_allowed_updates: string[];
    enabled: boolean;
    proration_behavior: string;
    products: { product: string; prices: string[] }[];
    schedule_at_period_end: { conditions: { type: string }[] };
    trial_update_behavior: string;
    billing_cycle_anchor: null;
  };
};

export type PortalConfiguration = {
  id: string;
  active: boolean;
  business_profile: {
    headline: string | null;
    privacy_policy_url: string | null;
    terms_of_service_url: string | null;
  };
  created: number;
  default_return_url: string | null;
  features: PortalFeatures;
  is_default: boolean;
  metadata: Metadata;
  name: string | null;
  updated: number;
};

import { z } from 'zod';
import { flag, metadata, text, nonNegativeInteger } from '../api/form.ts';

const urlSchema = z.string().refine(
  // The vendor fills in the placeholder in braces later.
  (value) => /^https?:\/\//.test(value) && URL.canParse(value.replaceAll(/[{}]/g, '')),
  'url',
);
const methodsSchema = z.array(z.literal('card')).min(1);
const messageSchema = z.strictObject({ message: text });

/** The parameters of a hosted checkout of a subscription; other modes are not supported. */
export const newCheckoutSchema = z.strictObject({
  mode: z.literal('subscription'),
  ui_mode: z.literal('hosted_page').optional(),
  line_items: z
    .array(z.strictObject({ price: text, quantity: nonNegativeInteger.default(1) }))
    .min(1)
    .max(1),
  success_url: urlSchema,
  cancel_url: urlSchema.optional(),
  customer: text.optional(),
  customer_email: z.email().optional(),
  client_reference_id: text.max(200).optional(),
  metadata: metadata.optional(),
  locale: text.optional(),
  currency: z.literal('brl').optional(),
  expires_at: nonNegativeInteger.optional(),
  allow_promotion_codes: flag.optional(),
  allowed_payment_method_types: methodsSchema.optional(),
  excluded_payment_method_types: z.array(text).optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  payment_method_collection: z.enum(['always', 'if_required']).default('always'),
  consent_collection: z
    .strictObject({
      promotions: z.enum(['auto', 'none']).optional(),
      terms_of_service: z.enum(['required', 'none']).optional(),
    })
    .optional(),
  custom_text: z
    .strictObject({
      submit: messageSchema.optional(),
      terms_of_service_acceptance: messageSchema.optional(),
    })
    .optional(),
  customer_update: z
    .strictObject({
      name: z.enum(['auto', 'never']).optional(),
      address: z.enum(['auto', 'never']).optional(),
    })
    .optional(),
  automatic_tax: z.strictObject({ enabled: z.literal('false') }).optional(),
  tax_id_collection: z.strictObject({ enabled: z.literal('false') }).optional(),
  phone_number_collection: z.strictObject({ enabled: z.literal('false') }).optional(),
  adaptive_pricing: z.strictObject({ enabled: z.literal('false') }).optional(),
  integration_identifier: text.optional(),
  origin_context: z.enum(['mobile_app', 'web']).optional(),
  subscription_data: z
    .strictObject({
      billing_mode: z.strictObject({ type: z.literal('flexible') }).optional(),
      description: text.optional(),
      metadata: metadata.optional(),
      proration_behavior: z.enum(['create_prorations', 'none']).optional(),
      trial_end: nonNegativeInteger.optional(),
      trial_period_days: nonNegativeInteger
        .refine((value) => value >= 1 && value <= 730, 'days')
        .optional(),
      trial_settings: z
        .strictObject({
          end_behavior: z.strictObject({
            missing_payment_method: z.enum(['cancel', 'create_invoice']),
          }),
        })
        .optional(),
    })
    .optional(),
});

export type NewCheckout = z.output<typeof newCheckoutSchema>;

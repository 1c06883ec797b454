// Plan data that needs no request; this module imports no schemas, so that pages without schemas can use it.

export const planIds = ['free', 'pro', 'premium'] as const;
export type PlanId = (typeof planIds)[number];

export interface PlanLimits {
  /** Posts per calendar month (Brasília); -1 is unlimited. */
  maxPosts: number;
  maxScheduleDays: number;
  analytics: boolean;
  customReports: boolean;
  prioritySupport: boolean;
  bulkUpload: boolean;
  advancedScheduling: boolean;
  templates: boolean;
  customTemplates: boolean;
  /** Other members may do more than view. */
  members: boolean;
  accounts: number;
  approvals: boolean;
}

const freeLimits: PlanLimits = {
  maxPosts: 10,
  maxScheduleDays: 7,
  analytics: false,
  customReports: false,
  prioritySupport: false,
  bulkUpload: false,
  advancedScheduling: false,
  templates: false,
  customTemplates: false,
  members: false,
  accounts: 1,
  approvals: false,
};

const proLimits: PlanLimits = {
  ...freeLimits,
  maxPosts: 50,
  maxScheduleDays: 30,
  analytics: true,
  bulkUpload: true,
  templates: true,
  members: true,
  accounts: 3,
  approvals: true,
};

export const limitsByPlan: Record<PlanId, PlanLimits> = {
  free: freeLimits,
  pro: proLimits,
  premium: {
    ...proLimits,
    maxPosts: -1,
    maxScheduleDays: 365,
    customReports: true,
    prioritySupport: true,
    advancedScheduling: true,
    customTemplates: true,
    accounts: 10,
  },
};

export const planNames: Record<PlanId, string> = {
  free: 'Gratuito',
  pro: 'Pro',
  premium: 'Premium',
};

export interface Plan {
  name: string;
  /** In reais per month, taxes included; 0 for the free plan. */
  price: number;
  /** The monthly price in cents. */
  amount: number;
  features: string[];
}

export const planCatalogue: Record<PlanId, Plan> = {
  free: {
    name: 'Free',
    price: 0,
    amount: 0,
    features: ['10 posts por mês', 'Recursos básicos', 'Suporte da comunidade'],
  },
  pro: {
    name: 'Pro',
    price: 19.99,
    amount: 1999,
    features: ['50 posts por mês', 'Analytics básico', 'Suporte por e-mail'],
  },
  premium: {
    name: 'Premium',
    price: 49.99,
    amount: 4999,
    features: [
      'Posts ilimitados',
      'Analytics avançado',
      'Relatórios personalizados',
      'Suporte prioritário',
    ],
  },
};

const DAY_MS = 86_400_000;

export function horizonEnd(now: Date, maxScheduleDays: number): Date {
  return new Date(now.getTime() + maxScheduleDays * DAY_MS);
}

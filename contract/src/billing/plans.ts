// What is known of the plans without asking; a page that shows it does without schemas.

export const planIds = ['free', 'pro', 'premium'] as const;
export type PlanId = (typeof planIds)[number];

/** What a plan allows. */
export interface PlanLimits {
  /** Posts a month (Brasília); -1 is unlimited. */
  maxPosts: number;
  /** How many days ahead a post may be scheduled. */
  maxScheduleDays: number;
  analytics: boolean;
  customReports: boolean;
  prioritySupport: boolean;
  bulkUpload: boolean;
  advancedScheduling: boolean;
  /** The library of templates. */
  templates: boolean;
  /** Templates of one's own. */
  customTemplates: boolean;
  /** Others in the workspace, who do more than look on. */
  people: boolean;
  /** Instagram accounts connected at a time. */
  accounts: number;
  /** Approval of posts by a link. */
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
  people: false,
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
  people: true,
  accounts: 3,
  approvals: true,
};

/** What each plan allows (specification, sections 6 and 9). */
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

/** A plan as its owner reads it. */
export const planNames: Record<PlanId, string> = {
  free: 'Gratuito',
  pro: 'Pro',
  premium: 'Premium',
};

/** A plan as it is sold. */
export interface Plan {
  name: string;
  /** In reais a month, taxes included; 0 for free. */
  price: number;
  /** The same in cents. */
  amount: number;
  features: string[];
}

/** What is sold (specification, sections 2 and 9). */
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

/** The last instant at which a plan that looks so many days ahead schedules a post. */
export function horizonEnd(now: Date, maxScheduleDays: number): Date {
  return new Date(now.getTime() + maxScheduleDays * DAY_MS);
}

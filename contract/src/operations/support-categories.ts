/** The categories of a support message, in the order of the tabs (specification, section 2). */
export const supportCategories = [
  'geral',
  'agendamento',
  'conta',
  'planos',
  'tecnico',
  'instagram',
] as const;
export type SupportCategory = (typeof supportCategories)[number];

/** The response time promised for a support message, in hours: the default, and with priority support. */
const REPLY_HOURS = { usual: 24, priority: 8 };

/** The response time for subscribers with priority support; the default is one day. */
export const PRIORITY_PROMISE = `em até ${REPLY_HOURS.priority} horas`;

/** Returns the instant by which a message sent at `createdAt` must be answered. */
export const replyBy = (createdAt: Date, isPriority: boolean): Date =>
  new Date(createdAt.getTime() + REPLY_HOURS[isPriority ? 'priority' : 'usual'] * 3_600_000);

export const supportCategoryNames: Record<SupportCategory, string> = {
  geral: 'Dúvidas Gerais',
  agendamento: 'Agendamento',
  conta: 'Conta e Login',
  planos: 'Planos e Pagamento',
  tecnico: 'Problemas Técnicos',
  instagram: 'Conexão Instagram',
};

export const supportCategories = [
  'geral',
  'agendamento',
  'conta',
  'planos',
  'tecnico',
  'instagram',
] as const;
export type SupportCategory = (typeof supportCategories)[number];

const REPLY_HOURS = { usual: 24, priority: 8 };

export const PRIORITY_PROMISE = `em até ${REPLY_HOURS.priority} horas`;

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

/** What a message to the team is about, in the order of the tabs (specification, section 2). */
export const supportCategories = [
  'geral',
  'agendamento',
  'conta',
  'planos',
  'tecnico',
  'instagram',
] as const;
export type SupportCategory = (typeof supportCategories)[number];

/** In hours, by when a message is answered, at the latest: anybody's, and one with priority. */
const REPLY_HOURS = { usual: 24, priority: 8 };

/** What a subscriber with priority support is promised where everybody is promised a day. */
export const PRIORITY_PROMISE = `em até ${REPLY_HOURS.priority} horas`;

/** The instant by which a message that came at `createdAt` is answered. */
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

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

export const supportCategoryNames: Record<SupportCategory, string> = {
  geral: 'Dúvidas Gerais',
  agendamento: 'Agendamento',
  conta: 'Conta e Login',
  planos: 'Planos e Pagamento',
  tecnico: 'Problemas Técnicos',
  instagram: 'Conexão Instagram',
};

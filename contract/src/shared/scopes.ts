export const scopes = ['posts:read', 'posts:write', 'analytics:read'] as const;
export type Scope = (typeof scopes)[number];

export const scopeNames: Record<Scope, string> = {
  'posts:read': 'Ler posts e rascunhos',
  'posts:write':
    'Criar, agendar, publicar, editar e excluir posts; pausar as publicações da equipe; mudar fila, séries, hashtags e locais',
  'analytics:read': 'Ler Analytics e relatórios',
};

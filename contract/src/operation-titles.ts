import type { api } from './api.ts';
import type { Scope } from './shared/scopes.ts';

type Api = typeof api;
type TokenEndpoint = {
  [Name in keyof Api]: Api[Name] extends { readonly scope: Scope } ? Name : never;
}[keyof Api];

export const operationTitles: Readonly<Record<TokenEndpoint, string>> = {
  listPosts: 'Listar posts e rascunhos',
  getPost: 'Ver um post e o seu histórico',
  postStats: 'Contar posts por estado',
  schedulePost: 'Agendar um post',
  saveDraft: 'Salvar um rascunho',
  scheduleDraft: 'Agendar um rascunho',
  updatePost: 'Editar um post',
  deletePost: 'Excluir um post',
  forcePublish: 'Publicar agora',
  retryFirstComment: 'Tentar de novo o primeiro comentário',
  findDuplicates: 'Procurar posts parecidos',
  schedulerStatus: 'Ver se a publicação está em dia',
  listInstagramAccounts: 'Listar as contas do Instagram conectadas',
  planLimits: 'Ver os limites do plano',
  getQueue: 'Ver a fila e os seus horários',
  getNextQueueSlot: 'Ver o próximo horário livre',
  bestHours: 'Ver os melhores horários da conta',
  addSlots: 'Criar horários da fila',
  removeSlot: 'Excluir um horário da fila',
  moveInQueue: 'Mudar a ordem da fila',
  listSeries: 'Listar posts que se repetem',
  stopSeries: 'Parar de repetir um post',
  getPause: 'Ver se a publicação está pausada',
  pausePublishing: 'Pausar tudo',
  resumePublishing: 'Retomar a publicação',
  listHeldPosts: 'Listar posts que ficaram para trás na pausa',
  rescheduleHeldPosts: 'Resolver posts que ficaram para trás',
  listIssues: 'Ver o que precisa de você',
  dismissFailures: 'Dispensar falhas já vistas',
  retryInstagramAccount: 'Testar de novo uma conta restrita',
  listHashtagGroups: 'Listar grupos de hashtags',
  createHashtagGroup: 'Criar um grupo de hashtags',
  updateHashtagGroup: 'Editar um grupo de hashtags',
  deleteHashtagGroup: 'Excluir um grupo de hashtags',
  listLocations: 'Listar locais salvos',
  saveLocation: 'Salvar um local',
  searchLocations: 'Buscar um local no Instagram',
  basicAnalytics: 'Ver Analytics',
  advancedAnalytics: 'Ver Analytics avançados',
  exportAnalytics: 'Exportar Analytics',
  monthlyReport: 'Ver o relatório de um mês',
  monthlyReportPdf: 'Baixar o relatório de um mês em PDF',
};

/** Below `/api`; clients of the Model Context Protocol call the same endpoints here. */
export const MCP_PATH = '/mcp';

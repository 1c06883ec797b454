import type { InstagramLogin } from './instagram.ts';

/** The `error` query values with which the connection flow returns to /dashboard, and their texts. */
export const connectionErrors = {
  auth_failed: 'Falha na autenticação. Tente novamente.',
  no_pages: 'Nenhuma página do Facebook encontrada.',
  no_instagram_business:
    'Nenhuma conta Instagram Business encontrada. Certifique-se de ter uma conta Business conectada à sua página do Facebook.',
  callback_failed: 'Erro no processo de conexão. Tente novamente.',
  invalid_state: 'Sessão expirada. Tente conectar novamente.',
  account_limit:
    'O seu plano não inclui mais uma conta do Instagram, e nada foi alterado. Desconecte uma delas ou mude de plano.',
  no_new_account:
    'Nenhuma conta nova foi escolhida. Escolha na janela do Instagram a conta que quer conectar.',
  no_known_account:
    'Nenhuma das suas contas conectadas foi escolhida, e nada foi alterado. Escolha na janela do Instagram a conta que quer reconectar.',
  reconnect_incomplete:
    'Uma conta perdeu o acesso neste login, e nada é publicado nela. Reconecte e marque, na janela do Facebook, essa conta, a página dela e todas as permissões.',
  missing_publish:
    'Falta a permissão de publicar nesta conta do Instagram, e nada foi alterado. Peça de novo e deixe essa permissão marcada na janela do Facebook.',
  missing_account:
    'A permissão de publicar foi dada para outra conta ou página, e nada foi alterado. Peça de novo e marque, na janela do Facebook, esta conta e a página dela.',
  missing_basic:
    'Falta a permissão de ver o perfil e os posts da sua conta do Instagram, e nada foi alterado. Peça de novo e deixe essa permissão marcada na janela do Facebook.',
  missing_pages:
    'Falta a permissão de ver as suas páginas do Facebook, e nada foi alterado. Peça de novo e deixe essa permissão marcada na janela do Facebook.',
  missing_business:
    'Nenhuma página do Facebook apareceu, e falta a permissão de ver as páginas do seu portfólio empresarial. Peça de novo e deixe essa permissão marcada na janela do Facebook.',
  missing_permissions:
    'Faltam várias permissões sem as quais não publicamos no seu Instagram, e nada foi alterado. Peça de novo e deixe todas marcadas na janela do Facebook.',
  missing_instagram:
    'Falta uma permissão sem a qual não publicamos nesta conta, e nada foi alterado. Peça de novo e deixe todas marcadas na janela do Instagram.',
  cannot_publish:
    'Seu acesso à página do Facebook ligada a esta conta não permite publicar, e nada foi alterado. Peça a quem administra a página permissão para criar conteúdo e conecte de novo.',
  personal_account:
    'Sua conta do Instagram está ligada à página, mas não como conta profissional, e só nessas o Instagram deixa publicar. Mude a conta para profissional no Instagram e conecte de novo.',
  another_person:
    'Você entrou no Facebook com outro perfil, a conta conectada não apareceu, e nada foi alterado. Marque-a na janela do Facebook, ou entre com o perfil que a conectou.',
  app_in_development:
    'O Facebook não está atendendo a Pontual em nome do seu perfil, e nada foi alterado. Fale com o suporte, que a gente resolve.',
} as const;
export type ConnectionError = keyof typeof connectionErrors;

/** Where a login has no Facebook profile and no page. */
const errorsByLogin: Record<InstagramLogin, Partial<Record<ConnectionError, string>>> = {
  facebook: {},
  instagram: {
    reconnect_incomplete:
      'Uma conta perdeu o acesso, e nada é publicado nela. Reconecte: entre no Instagram com essa conta e deixe todas as permissões marcadas.',
    app_in_development:
      'O Instagram não está atendendo a Pontual em nome desta conta, e nada foi alterado. Fale com o suporte, que a gente resolve.',
    no_known_account:
      'Você entrou no Instagram com uma conta que não está conectada aqui, e nada foi alterado. Saia dela no Instagram e entre com a conta que quer reconectar.',
  },
};

const LOST = '_lost';
/** The login also took the access to a connected account. */
export type LossOfAccess = `${ConnectionError}${typeof LOST}`;
export const withLoss = (error: ConnectionError): LossOfAccess => `${error}${LOST}`;

export function connectionErrorText(value: string, login: InstagramLogin): string {
  if (value.endsWith(LOST)) {
    const text = connectionErrorText(value.slice(0, -LOST.length), login);
    return `Uma conta perdeu o acesso neste login, e nada é publicado nela. ${text.replace(', e nada foi alterado', '')}`;
  }
  const texts = { ...connectionErrors, ...errorsByLogin[login] };
  const known = Object.entries(texts).find(([name]) => name === value);
  return known?.[1] ?? 'Erro ao conectar com Instagram';
}

/** Returns whether this `error` value reports a missing permission, which the dialog can request again. */
export const isMissingPermission = (value: string): boolean => value.startsWith('missing_');

const retryable: ReadonlySet<string> = new Set<ConnectionError>([
  'auth_failed',
  'callback_failed',
  'invalid_state',
  'no_new_account',
  'no_known_account',
  'reconnect_incomplete',
  'another_person',
]);

/** Another login can succeed without a change elsewhere. */
export const isRetryable = (value: string): boolean =>
  isMissingPermission(value) || retryable.has(value);

const ofPage: ReadonlySet<string> = new Set<ConnectionError>([
  'no_pages',
  'no_instagram_business',
  'cannot_publish',
]);

/** The page is the obstacle, which Instagram Login does not need. */
export const isAboutPage = (value: string): boolean => ofPage.has(value);

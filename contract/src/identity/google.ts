/** The page that starts the sign-in with Google; the query parameter `to` holds the page to return to. */
export const GOOGLE_SIGN_IN_PATH = '/auth/google';

export const googleFailure = 'Erro na autenticação com Google. Tente novamente.';

const googleErrors = {
  access_denied: 'Você cancelou a entrada com Google.',
  invalid_state: 'Esta entrada expirou ou começou em outro navegador. Comece de novo.',
  provider_unavailable:
    'O Google não respondeu. Tente de novo em instantes ou entre com e-mail e senha.',
  email_unverified:
    'O Google ainda não confirmou o e-mail desta conta. Confirme o e-mail no Google ou entre com e-mail e senha.',
  account_exists:
    'Já existe uma conta com este e-mail, e o Google não garante que ele é seu. Entre com e-mail e senha.',
  other_google_account:
    'A conta com este e-mail já entra com outra conta Google. Entre com aquela conta.',
  too_many_attempts:
    'Houve muitas tentativas seguidas. Aguarde 15 minutos e comece de novo, ou entre com e-mail e senha.',
  sign_in_failed: 'A resposta do Google não pôde ser confirmada. Comece de novo.',
} as const;
export type GoogleError = keyof typeof googleErrors;

export function googleErrorText(value: string): string | undefined {
  return Object.entries(googleErrors).find(([name]) => name === value)?.[1];
}

/** Page paths only: the API, media files and the sign-in pages are no return targets. */
const pagePattern =
  /^\/(?!(api|media|auth|login|register)([/?]|$))([a-z][\w-]*(\/[\w-]+)*)?([?#][\w=&%.#-]*)?$/;
const MAX_PAGE_LENGTH = 200;

/** Returns the text if it is a page path of this site, else undefined: no open redirects. */
export function returnPath(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > MAX_PAGE_LENGTH) return undefined;
  return pagePattern.test(text) ? text : undefined;
}

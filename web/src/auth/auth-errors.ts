import { ApiError } from '../api/client.ts';

/** What the form says after a failed attempt (specification, section 8, Login). */
export function authErrorText(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Erro inesperado. Tente novamente.';
  if (error.code === 'INVALID_CREDENTIALS') return 'E-mail ou senha incorretos';
  if (error.status >= 500) {
    return 'Erro interno do servidor. Tente novamente em alguns instantes.';
  }
  if (error.message !== '') return error.message;
  return error.status === 400 ? 'Dados inválidos' : 'Erro inesperado. Tente novamente.';
}

import { ApiError } from '../../api/api-error.ts';

export type RecoveryFailure =
  | { kind: 'google' }
  | { kind: 'token' }
  | { kind: 'field'; message: string }
  | { kind: 'form'; text: string };

/** Specification, sections 2 and 8. */
export function toForgotFailure(error: unknown): RecoveryFailure {
  const text = readMessage(error, 'Erro ao solicitar recuperação de senha');
  if (!(error instanceof ApiError)) return { kind: 'form', text };
  if (error.accountType === 'google' || text.includes('Google')) return { kind: 'google' };
  const message = error.fields['email'];
  return message === undefined ? { kind: 'form', text } : { kind: 'field', message };
}

/** Specification, sections 2 and 8. */
export function toResetFailure(error: unknown): RecoveryFailure {
  const text = readMessage(error, 'Erro ao redefinir senha');
  if (!(error instanceof ApiError)) return { kind: 'form', text };
  const message = error.fields['password'];
  if (message !== undefined) return { kind: 'field', message };
  return error.code === 'RESET_TOKEN_INVALID' || /inválido|expirado/.test(text)
    ? { kind: 'token' }
    : { kind: 'form', text };
}

/** The text of a server error does not help people. */
function readMessage(error: unknown, fallback: string): string {
  const hasReason = error instanceof ApiError && error.status < 500 && error.message !== '';
  return hasReason ? error.message : fallback;
}

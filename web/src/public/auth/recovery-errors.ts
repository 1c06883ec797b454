import { ApiError } from '../../api/api-error.ts';

/** What can come of asking for a link, or of using one, when it fails. */
export type RecoveryFailure =
  /** Google knows this user. */
  | { kind: 'google' }
  /** The link does not work any more. */
  | { kind: 'token' }
  | { kind: 'field'; message: string }
  | { kind: 'form'; text: string };

/** Of asking for a link (specification, sections 2 and 8). */
export function toForgotFailure(error: unknown): RecoveryFailure {
  const text = readMessage(error, 'Erro ao solicitar recuperação de senha');
  if (!(error instanceof ApiError)) return { kind: 'form', text };
  if (error.accountType === 'google' || text.includes('Google')) return { kind: 'google' };
  const message = error.fields['email'];
  return message === undefined ? { kind: 'form', text } : { kind: 'field', message };
}

/** Of setting the new password (specification, sections 2 and 8). */
export function toResetFailure(error: unknown): RecoveryFailure {
  const text = readMessage(error, 'Erro ao redefinir senha');
  if (!(error instanceof ApiError)) return { kind: 'form', text };
  const message = error.fields['password'];
  if (message !== undefined) return { kind: 'field', message };
  return error.code === 'RESET_TOKEN_INVALID' || /inválido|expirado/.test(text)
    ? { kind: 'token' }
    : { kind: 'form', text };
}

/** The server's reason, or what keeps us from it; a fault of the server's says nothing to people. */
function readMessage(error: unknown, fallback: string): string {
  const hasReason = error instanceof ApiError && error.status < 500 && error.message !== '';
  return hasReason ? error.message : fallback;
}

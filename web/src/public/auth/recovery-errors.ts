import { ApiError } from '../../api/api-error.ts';
import type { FormFailure } from '../../ui/use-form.ts';

type RecoveryFailure = { kind: 'google' } | { kind: 'token' } | ({ kind: 'form' } & FormFailure);

/** Specification, sections 2 and 8. */
export function toForgotFailure(error: unknown): RecoveryFailure {
  const text = readMessage(error, 'Erro ao solicitar recuperação de senha');
  if (!(error instanceof ApiError)) return { kind: 'form', text };
  if (error.accountType === 'google' || text.includes('Google')) return { kind: 'google' };
  return fieldFailure(error, 'email') ?? { kind: 'form', text };
}

/** Specification, sections 2 and 8. */
export function toResetFailure(error: unknown): RecoveryFailure {
  const text = readMessage(error, 'Erro ao redefinir senha');
  if (!(error instanceof ApiError)) return { kind: 'form', text };
  const failure = fieldFailure(error, 'password');
  if (failure !== undefined) return failure;
  return error.code === 'RESET_TOKEN_INVALID' || /inválido|expirado/.test(text)
    ? { kind: 'token' }
    : { kind: 'form', text };
}

function fieldFailure(error: ApiError, name: string): RecoveryFailure | undefined {
  const message = error.fields[name];
  return message === undefined ? undefined : { kind: 'form', fieldErrors: [{ name, message }] };
}

/** The text of a server error does not help people. */
function readMessage(error: unknown, fallback: string): string {
  const hasReason = error instanceof ApiError && error.status < 500 && error.message !== '';
  return hasReason ? error.message : fallback;
}

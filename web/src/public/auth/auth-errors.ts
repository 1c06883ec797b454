import { ApiError, unexpectedMessage } from '../../api/api-error.ts';
import type { FormFailure } from '../../ui/use-form.ts';

/** Specification, section 8, Login. */
function authErrorText(error: unknown): string {
  if (!(error instanceof ApiError)) return unexpectedMessage;
  if (error.status === 401) return 'E-mail ou senha incorretos';
  if (error.status >= 500) {
    return 'Erro interno do servidor. Tente novamente em alguns instantes.';
  }
  return error.message;
}

const names = ['email', 'password'] as const;

export function toAuthFailure(error: unknown): FormFailure {
  const fields = error instanceof ApiError ? error.fields : {};
  const fieldErrors = names.flatMap((name) => {
    const message = fields[name];
    return message === undefined ? [] : [{ name, message }];
  });
  return { fieldErrors, text: fieldErrors.length > 0 ? undefined : authErrorText(error) };
}

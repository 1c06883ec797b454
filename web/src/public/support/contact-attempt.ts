import {
  sendMessage,
  supportMessage,
  type SupportMessage,
} from '@pontual/contract/operations/support.ts';
import { formFailure } from '../../ui/page/form-failure.ts';
import type { FormFailure } from '../../ui/use-form.ts';
import { call } from '../../api/client.ts';
import { createValidator } from '../../ui/create-validator.ts';

export const validateSupportMessage = createValidator(supportMessage);

/** Resolves with undefined after success. */
export async function submitMessage(
  message: SupportMessage,
  metadata: { extra: string; openFor: number },
): Promise<FormFailure | undefined> {
  try {
    await call(sendMessage, { body: { ...message, ...metadata } });
    return undefined;
  } catch (error) {
    return formFailure(FAILED)(error, Object.keys(message));
  }
}

/** Specification, section 8. */
const FAILED = 'Erro ao enviar mensagem. Tente novamente.';

import {
  sendMessage,
  supportMessage,
  type SupportMessage,
} from '@pontual/contract/operations/support.ts';
import { formFailure } from '../../ui/page/form-failure.ts';
import { call } from '../../api/client.ts';
import { createValidator } from '../../ui/create-validator.ts';

export const validate = createValidator(supportMessage);

type Field = keyof SupportMessage;
const fields: readonly Field[] = ['name', 'email', 'category', 'subject', 'message'];

/** Undefined when it was sent; else what is said of the fields, or of the whole. */
export async function submitMessage(
  message: SupportMessage,
  metadata: { extra: string; openFor: number },
): Promise<ReturnType<typeof formFailure<Field>> | undefined> {
  try {
    await call(sendMessage, { body: { ...message, ...metadata } });
    return undefined;
  } catch (error) {
    return formFailure(error, fields, FAILED);
  }
}

/** The specification's sentence, section 8. */
const FAILED = 'Erro ao enviar mensagem. Tente novamente.';

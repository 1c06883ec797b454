import * as z from 'zod/mini';
import { email } from '../identity/auth.ts';
import { endpoint } from '../shared/endpoint.ts';
import { supportCategories } from './support-categories.ts';
import { oneLine, severalLines, text } from '../shared/text-fields.ts';

const NAME_MAX = 100;
const SUBJECT_MAX = 150;
const MESSAGE_MAX = 5000;

/** All fields are required (specification, section 5); the length limits are our own. */
export const supportMessage = z.strictObject({
  name: oneLine('Nome é obrigatório').check(
    z.minLength(1, 'Nome é obrigatório'),
    z.maxLength(NAME_MAX, `Nome deve ter no máximo ${NAME_MAX} caracteres`),
  ),
  email,
  category: z.enum(supportCategories, 'Escolha uma categoria'),
  subject: oneLine('Assunto é obrigatório').check(
    z.minLength(1, 'Assunto é obrigatório'),
    z.maxLength(SUBJECT_MAX, `Assunto deve ter no máximo ${SUBJECT_MAX} caracteres`),
  ),
  message: severalLines('Mensagem é obrigatória').check(
    z.minLength(1, 'Mensagem é obrigatória'),
    z.maxLength(MESSAGE_MAX, `Mensagem deve ter no máximo ${MESSAGE_MAX} caracteres`),
  ),
});
export type SupportMessage = z.output<typeof supportMessage>;

/** `received`: stored here; `forwarded`: delivered to the mailbox of the team. */
const supportStates = ['received', 'forwarded'] as const;

const ownMessage = z.object({
  _id: z.string(),
  category: z.enum(supportCategories),
  subject: z.string(),
  message: z.string(),
  email: z.string(),
  state: z.enum(supportStates),
  createdAt: z.iso.datetime(),
  /** Answered before other messages: the plan at the time of sending has priority support. */
  priority: z.boolean(),
  replyBy: z.iso.datetime(),
});
export type OwnSupportMessage = z.output<typeof ownMessage>;

export const sendMessage = endpoint({
  method: 'POST',
  path: '/support',
  access: 'public',
  summary:
    'Stores a support message, emails it to the support team and emails a confirmation to the sender. 429 RATE_LIMITED.',
  status: 201,
  body: z.extend(supportMessage, {
    /** A honeypot, invisible to people: a message that fills it gets the same response and is dropped. */
    extra: z.optional(text()),
    /** How long the form was open, in ms. */
    openFor: z.optional(z.int().check(z.minimum(0))),
  }),
  message: 'Obrigado pelo contato. Responderemos em até 24 horas.',
  data: z.null(),
});

export const myMessages = endpoint({
  method: 'GET',
  path: '/support/my-messages',
  access: 'user',
  role: 'self',
  summary:
    'Returns the support messages that the caller sent while logged in, newest first, at most 100.',
  data: z.object({ messages: z.array(ownMessage) }),
});

const count = z.int().check(z.minimum(0));

/** Not a record: its JSON Schema would require properties that it does not define. */
const countOfEach = <K extends string>(names: readonly K[]) =>
  z.object(
    // `fromEntries` loses the names of the keys.
    Object.fromEntries(names.map((name) => [name, count])) as Record<K, typeof count>,
  );

export const supportStats = endpoint({
  method: 'GET',
  path: '/support/stats',
  access: 'user',
  role: 'self',
  summary: 'Counts the support messages of the caller by category and by state.',
  data: z.object({
    total: count,
    byCategory: countOfEach(supportCategories),
    byState: countOfEach(supportStates),
  }),
});

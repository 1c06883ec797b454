import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { instagramLogin } from './instagram.ts';

const abilities = ['posts', 'stories', 'first_comments', 'insights'] as const;
export type Ability = (typeof abilities)[number];

/** What decides what works on an account; the first that applies is named. */
const situations = [
  'app_in_development',
  'granted_elsewhere',
  'permission_declined',
  'personal',
  'page_missing',
  'another_person',
  'second_factor',
  'reconnect',
  'no_task',
  'restricted',
  'throttled',
  'unreachable',
  'quota_spent',
  'unchecked',
  'creator',
  'optional_declined',
  'ready',
] as const;
export type Situation = (typeof situations)[number];

const readiness = z.object({
  instagramAccountId: z.string(),
  username: z.string(),
  situation: z.enum(situations),
  login: instagramLogin,
  /** The situation in two words, while it lets nothing be published; null while posts are published. */
  label: z.nullable(z.string()),
  works: z.array(z.enum(abilities)),
  text: z.string(),
  /** What solves it; null where nothing is to be done. */
  step: z.nullable(
    z.object({
      text: z.string(),
      url: z.nullable(z.url()),
      /** The step is done in the window of the login, which the connect button opens. */
      reconnects: z.boolean(),
    }),
  ),
});
export type AccountReadiness = z.output<typeof readiness>;

const readinessList = z.object({ accounts: z.array(readiness) });

export const checkInstagramAccounts = endpoint({
  method: 'GET',
  path: '/instagram/readiness',
  access: 'user',
  role: 'view',
  summary:
    'Asks Instagram what works on each connected account, and returns the one step that solves what does not. Answers are reused for minutes to hours; again=true, which needs the role to edit, asks anew: 429 RATE_LIMITED within a minute.',
  query: z.strictObject({
    again: z._default(z.enum(['true', 'false'], 'Diga se é para conferir de novo'), 'false'),
  }),
  data: readinessList,
});

export const checkOfferedAccounts = endpoint({
  method: 'GET',
  path: '/auth/instagram/choice/readiness',
  access: 'user',
  role: 'own',
  summary:
    'The same for the accounts of a login that granted several, before one of them is chosen. 410 INSTAGRAM_CHOICE_EXPIRED.',
  data: readinessList,
});

import { answerOf } from './dialog-grants.ts';
import { putGrant } from './grants.ts';
import type { Params } from './graph-params.ts';
import { ACCOUNTS, type Account } from './people.ts';
import type { Scope } from './scopes.ts';
import type { InstagramWorld } from './world.ts';
import { LIFETIME } from './tokens.ts';

/** What the redirect carries back, and with what. */
export type Choice = {
  label: string;
  hint: string;
  /** Who is logged in; without a person the dialog was cancelled. */
  personId?: string;
  /** The state that comes back is not the one that was sent. */
  wrongState?: boolean;
  /** The code is refused by the token endpoint. */
  refusedCode?: boolean;
  /** The permission that the person unticks. */
  without?: Scope;
};

const ATELIE = '10158000000000001';

/** The buttons that are always there: each is one case that a product must handle. */
const CHOICES: readonly Choice[] = [
  {
    label: 'atelie.barro',
    hint: 'Conta comercial ligada à página Ateliê Barro.',
    personId: ATELIE,
  },
  {
    label: 'cafe.serra',
    hint: 'Conta comercial ligada à página Café da Serra.',
    personId: '10158000000000002',
  },
  {
    label: 'Sem página',
    hint: 'Uma pessoa que não administra nenhuma página.',
    personId: '10158000000000003',
  },
  {
    label: 'Página sem Instagram',
    hint: 'Uma página sem conta do Instagram ligada a ela.',
    personId: '10158000000000004',
  },
  { label: 'Cancelar', hint: 'A pessoa desiste e nega o acesso.' },
  {
    label: 'Sessão expirada',
    hint: 'A resposta volta com um estado que não é o enviado.',
    personId: ATELIE,
    wrongState: true,
  },
  {
    label: 'Falha na troca',
    hint: 'O código que volta é recusado ao ser trocado por um token.',
    personId: ATELIE,
    refusedCode: true,
  },
  {
    label: 'Sem acesso às métricas',
    hint: 'A conta atelie.barro, sem a permissão de ler as métricas.',
    personId: ATELIE,
    without: 'instagram_manage_insights',
  },
  {
    label: 'Sem permissão de publicar',
    hint: 'A conta atelie.barro, sem a permissão de publicar.',
    personId: ATELIE,
    without: 'instagram_content_publish',
  },
];

/** How many of the accounts that moved in get a button; all others can be chosen by name. */
const SHOWN = 20;

/** The buttons of the dialog now: those above, and the accounts that moved in, newest first. */
export function choicesOf({ records }: InstagramWorld): readonly Choice[] {
  const newest: Choice[] = [];
  for (const account of records.accounts.all().toReversed()) {
    if (newest.length === SHOWN || ACCOUNTS.some(({ id }) => id === account.id)) break;
    newest.push(choiceOfAccount(account));
  }
  return [...CHOICES, ...newest];
}

/** The choice with this label, which may be the username of any account. */
export function findChoice({ records }: InstagramWorld, label: string): Choice | undefined {
  const account = records.accounts.oldestIn(label);
  return CHOICES.find((choice) => choice.label === label) ?? (account && choiceOfAccount(account));
}

function choiceOfAccount({ username, personId }: Account): Choice {
  return { label: username, hint: 'Conta que chegou por uma chamada de controle.', personId };
}

/** Facebook's own answer to a refusal, as query parameters. */
export const DENIED: Record<string, string> = {
  error: 'access_denied',
  error_code: '200',
  error_description: 'Permissions error',
  error_reason: 'user_denied',
};

/** The address a choice redirects to; `#_=_` is what Facebook really appends. */
export function redirectOf(
  world: InstagramWorld,
  choice: Choice,
  asked: { redirectUri: string; state: string | undefined; params: Params },
): string {
  const { clock, ids, records } = world;
  const { personId } = choice;
  const target = new URL(asked.redirectUri);
  const answer = personId ? {} : DENIED;
  for (const [name, value] of Object.entries(answer)) target.searchParams.set(name, value);
  if (personId) {
    const { grant, scopes } = answerOf(world, { ...choice, personId }, asked.params);
    putGrant(world, grant);
    const code = ids.secret('AQ');
    records.codes.put({
      id: code,
      personId,
      redirectUri: asked.redirectUri,
      scopes,
      createdAt: choice.refusedCode ? clock.now() - LIFETIME.code : clock.now(),
      used: false,
    });
    target.searchParams.set('code', code);
  }
  if (asked.state !== undefined) {
    target.searchParams.set('state', choice.wrongState ? `expirado-${asked.state}` : asked.state);
  }
  return `${target.href}#_=_`;
}

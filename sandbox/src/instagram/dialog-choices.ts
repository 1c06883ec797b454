import { INSTAGRAM_ACCOUNTS, type InstagramAccount } from './users.ts';
import type { Scope } from './scopes.ts';
import type { InstagramContext } from './context.ts';

export type Choice = {
  label: string;
  hint: string;
  /** The person who is logged in; undefined when the dialog was cancelled. */
  userId?: string;
  hasWrongState?: boolean;
  hasRefusedCode?: boolean;
  declinedScope?: Scope;
};

const ATELIE = '10158000000000001';

/** The fixed buttons; each represents one case that a product must handle. */
const CHOICES: readonly Choice[] = [
  {
    label: 'atelie.barro',
    hint: 'Conta comercial ligada à página Ateliê Barro.',
    userId: ATELIE,
  },
  {
    label: 'cafe.serra',
    hint: 'Conta comercial ligada à página Café da Serra.',
    userId: '10158000000000002',
  },
  {
    label: 'Sem página',
    hint: 'Uma pessoa que não administra nenhuma página.',
    userId: '10158000000000003',
  },
  {
    label: 'Página sem Instagram',
    hint: 'Uma página sem conta do Instagram ligada a ela.',
    userId: '10158000000000004',
  },
  { label: 'Cancelar', hint: 'A pessoa desiste e nega o acesso.' },
  {
    label: 'Sessão expirada',
    hint: 'A resposta volta com um estado que não é o enviado.',
    userId: ATELIE,
    hasWrongState: true,
  },
  {
    label: 'Falha na troca',
    hint: 'O código que volta é recusado ao ser trocado por um token.',
    userId: ATELIE,
    hasRefusedCode: true,
  },
  {
    label: 'Sem acesso às métricas',
    hint: 'A conta atelie.barro, sem a permissão de ler as métricas.',
    userId: ATELIE,
    declinedScope: 'instagram_manage_insights',
  },
  {
    label: 'Sem permissão de publicar',
    hint: 'A conta atelie.barro, sem a permissão de publicar.',
    userId: ATELIE,
    declinedScope: 'instagram_content_publish',
  },
];

const MAX_ACCOUNT_CHOICES = 20;

export function listChoices({ records }: InstagramContext): readonly Choice[] {
  const newest: Choice[] = [];
  for (const account of records.accounts.all().toReversed()) {
    if (
      newest.length === MAX_ACCOUNT_CHOICES ||
      INSTAGRAM_ACCOUNTS.some(({ id }) => id === account.id)
    )
      break;
    newest.push(choiceOfAccount(account));
  }
  return [...CHOICES, ...newest];
}

/** Returns the choice with this label, which may be the username of any account. */
export function findChoice({ records }: InstagramContext, label: string): Choice | undefined {
  const account = records.accounts.oldestIn(label);
  return CHOICES.find((choice) => choice.label === label) ?? (account && choiceOfAccount(account));
}

function choiceOfAccount({ username, userId }: InstagramAccount): Choice {
  return { label: username, hint: 'Conta que chegou por uma chamada de controle.', userId };
}

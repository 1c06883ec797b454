import type { InstagramContext } from '../context.ts';
import { isInSituation } from '../situations.ts';
import type { InstagramAccount } from '../users.ts';
import type { INSTAGRAM_SCOPES } from './scopes.ts';

export type InstagramChoice = {
  label: string;
  hint: string;
  /** The account that logs in; undefined when the dialog was cancelled. */
  account?: InstagramAccount | undefined;
  /** What Instagram shows instead of returning to the app. */
  refusal?: string | undefined;
  hasWrongState?: boolean;
  hasRefusedCode?: boolean;
  declinedScope?: (typeof INSTAGRAM_SCOPES)[number];
};

const MAX_ACCOUNT_CHOICES = 20;
const EXAMPLE_USERNAME = 'atelie.barro';
const PERSONAL_ACCOUNT_REFUSAL = 'Mude para uma conta profissional para continuar.';

/** Each represents one case that a product must handle. */
const SPECIAL_CHOICES: readonly (InstagramChoice & { username?: string })[] = [
  {
    label: 'Conta pessoal',
    hint: 'O Instagram pede uma conta profissional e não volta ao aplicativo.',
    refusal: PERSONAL_ACCOUNT_REFUSAL,
  },
  { label: 'Cancelar', hint: 'A pessoa desiste e nega o acesso.' },
  {
    label: 'Sessão expirada',
    hint: 'A resposta volta com um estado que não é o enviado.',
    username: EXAMPLE_USERNAME,
    hasWrongState: true,
  },
  {
    label: 'Falha na troca',
    hint: 'O código que volta é recusado ao ser trocado por um token.',
    username: EXAMPLE_USERNAME,
    hasRefusedCode: true,
  },
  {
    label: 'Sem acesso às métricas',
    hint: 'A conta atelie.barro, sem a permissão de ler as métricas.',
    username: EXAMPLE_USERNAME,
    declinedScope: 'instagram_business_manage_insights',
  },
  {
    label: 'Sem permissão de ver o perfil',
    hint: 'A conta atelie.barro, sem a permissão de ver o perfil e os posts.',
    username: EXAMPLE_USERNAME,
    declinedScope: 'instagram_business_basic',
  },
  {
    label: 'Sem permissão de publicar',
    hint: 'A conta atelie.barro, sem a permissão de publicar.',
    username: EXAMPLE_USERNAME,
    declinedScope: 'instagram_business_content_publish',
  },
];

/** The oldest accounts and the newest ones have buttons. */
export function listInstagramChoices(context: InstagramContext): InstagramChoice[] {
  const accounts = context.records.accounts.all();
  const shown = new Set([
    ...accounts.slice(0, MAX_ACCOUNT_CHOICES / 2),
    ...accounts.slice(-MAX_ACCOUNT_CHOICES / 2),
  ]);
  return [...[...shown].map(choiceOfAccount), ...SPECIAL_CHOICES];
}

/** Returns the choice with this label, which may be the username of any account. */
export function findInstagramChoice(
  context: InstagramContext,
  label: string,
): InstagramChoice | undefined {
  const { records } = context;
  const special = SPECIAL_CHOICES.find((choice) => choice.label === label);
  const account = records.accounts.oldestIn(special?.username ?? label);
  const choice = special ?? (account && choiceOfAccount(account));
  return choice && { ...choice, account, refusal: choice.refusal ?? findRefusal(context, account) };
}

/** The situations in which Instagram does not return to the app. */
function findRefusal(
  { records }: InstagramContext,
  account: InstagramAccount | undefined,
): string | undefined {
  if (!account) return undefined;
  if (isInSituation(records, account, 'personal')) return PERSONAL_ACCOUNT_REFUSAL;
  return isInSituation(records, account, 'app-in-development')
    ? 'Insufficient Developer Role'
    : undefined;
}

const choiceOfAccount = (account: InstagramAccount): InstagramChoice => ({
  label: account.username,
  hint: account.pageId === '' ? 'Conta profissional sem página.' : 'Conta profissional.',
  account,
});

/** What the first proof of an address removed from the account. */
export interface RemovedAccess {
  people: number;
  invitations: number;
  webhooks: number;
  approvalLinks: number;
  /** Of programs, the user's own; those of members go with them. */
  tokens: number;
  /** Teams of others that the account was in. */
  teams: number;
  /** The names of Instagram accounts that were connected. */
  accounts: string[];
}

const list = new Intl.ListFormat('pt-BR');

const countPhrase = (count: number, one: string, many: string) =>
  count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`];

const removedNames = (cleared: RemovedAccess) => [
  ...countPhrase(cleared.people, 'pessoa da equipe', 'pessoas da equipe'),
  ...countPhrase(cleared.invitations, 'convite', 'convites'),
  ...countPhrase(cleared.webhooks, 'webhook', 'webhooks'),
  ...countPhrase(cleared.tokens, 'token de programa', 'tokens de programas'),
  ...countPhrase(cleared.approvalLinks, 'link de aprovação', 'links de aprovação'),
  ...countPhrase(cleared.teams, 'equipe de outra pessoa', 'equipes de outras pessoas'),
  ...cleared.accounts.map((name) => `o Instagram @${name}`),
];

/** What was removed, in one sentence for the page; undefined where there was nothing to remove. */
export function removedAccessSentence(cleared: RemovedAccess): string | undefined {
  const names = removedNames(cleared);
  if (names.length === 0) return undefined;
  return `Seu e-mail ainda não tinha sido confirmado, e por segurança tiramos da conta: ${list.format(names)}.`;
}

/** The same for a mail, with what is connected now and what to do. */
export function removedAccessParagraph(cleared: RemovedAccess): string {
  const sentence = removedAccessSentence(cleared);
  if (sentence === undefined) {
    return 'Seu e-mail foi confirmado agora. Só você está na conta: não há outras pessoas, webhooks, tokens nem Instagram conectado.';
  }
  const again = cleared.accounts.length === 0 ? '' : ', conecte o Instagram de novo';
  return `${sentence} Nada mais está conectado. Seus posts continuam na conta: confira os agendados${again} e convide de novo quem é da sua equipe.`;
}

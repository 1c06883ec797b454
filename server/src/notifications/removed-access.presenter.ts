export interface RemovedAccess {
  members: number;
  invitations: number;
  webhooks: number;
  approvalLinks: number;
  /** Of the user; those of members are removed with the members. */
  tokens: number;
  /** Teams of other owners. */
  teams: number;
  accounts: string[];
}

const list = new Intl.ListFormat('pt-BR');

const countPhrase = (count: number, one: string, many: string) =>
  count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`];

const removedNames = (cleared: RemovedAccess) => [
  ...countPhrase(cleared.members, 'pessoa da equipe', 'pessoas da equipe'),
  ...countPhrase(cleared.invitations, 'convite', 'convites'),
  ...countPhrase(cleared.webhooks, 'webhook', 'webhooks'),
  ...countPhrase(cleared.tokens, 'token de programa', 'tokens de programas'),
  ...countPhrase(cleared.approvalLinks, 'link de aprovação', 'links de aprovação'),
  ...countPhrase(cleared.teams, 'equipe de outra pessoa', 'equipes de outras pessoas'),
  ...cleared.accounts.map((name) => `o Instagram @${name}`),
];

/** For the page; undefined: nothing was removed. */
export function removedAccessSentence(cleared: RemovedAccess): string | undefined {
  const names = removedNames(cleared);
  if (names.length === 0) return undefined;
  return `Seu e-mail ainda não tinha sido confirmado, e por segurança tiramos da conta: ${list.format(names)}.`;
}

export function removedAccessParagraph(cleared: RemovedAccess): string {
  const sentence = removedAccessSentence(cleared);
  if (sentence === undefined) {
    return 'Seu e-mail foi confirmado agora. Só você está na conta: não há outras pessoas, webhooks, tokens nem Instagram conectado.';
  }
  const again = cleared.accounts.length === 0 ? '' : ', conecte o Instagram de novo';
  return `${sentence} Nada mais está conectado. Seus posts continuam na conta: confira os agendados${again} e convide de novo quem é da sua equipe.`;
}

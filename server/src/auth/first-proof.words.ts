/** What the first proof of an address removed from the account. */
export interface ClearedOut {
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

const counted = (count: number, one: string, many: string) =>
  count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`];

const namesOf = (cleared: ClearedOut) => [
  ...counted(cleared.people, 'pessoa da equipe', 'pessoas da equipe'),
  ...counted(cleared.invitations, 'convite', 'convites'),
  ...counted(cleared.webhooks, 'webhook', 'webhooks'),
  ...counted(cleared.tokens, 'token de programa', 'tokens de programas'),
  ...counted(cleared.approvalLinks, 'link de aprovação', 'links de aprovação'),
  ...counted(cleared.teams, 'equipe de outra pessoa', 'equipes de outras pessoas'),
  ...cleared.accounts.map((name) => `o Instagram @${name}`),
];

/** What was removed, in one sentence for the page; undefined where there was nothing to remove. */
export function clearedSentence(cleared: ClearedOut): string | undefined {
  const names = namesOf(cleared);
  if (names.length === 0) return undefined;
  return `Seu e-mail ainda não tinha sido confirmado, e por segurança tiramos da conta: ${list.format(names)}.`;
}

/** The same for a mail, with what is connected now and what to do. */
export function clearedParagraph(cleared: ClearedOut): string {
  const sentence = clearedSentence(cleared);
  if (sentence === undefined) {
    return 'Seu e-mail foi confirmado agora. Só você está na conta: não há outras pessoas, webhooks, tokens nem Instagram conectado.';
  }
  const again = cleared.accounts.length === 0 ? '' : ', conecte o Instagram de novo';
  return `${sentence} Nada mais está conectado. Seus posts continuam na conta: confira os agendados${again} e convide de novo quem é da sua equipe.`;
}

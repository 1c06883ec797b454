import type { ShownForApproval } from '@pontual/contract/approvals.ts';

/** What becomes of the post that is shown, in a sentence or two: nothing is promised that does not happen. */
export function leadOf({ approval, isOver, team, username, post }: ShownForApproval, now: Date) {
  const who = team ?? (username === null ? 'Quem enviou este link' : `@${username}`);
  const hour = post.scheduledTime ? new Date(post.scheduledTime) : null;
  const isPast = hour !== null && hour <= now;
  if (isOver) return 'Ele está no Instagram ou a caminho, e não muda mais por aqui.';
  if (approval.state === 'change_asked') {
    return `${who} já sabe. Quando o post mudar, este mesmo link mostra a nova versão.`;
  }
  if (approval.state === 'awaiting') {
    const asks = `${who} pede a sua aprovação.`;
    return isPast
      ? `${asks} A hora marcada já passou, e o post não saiu: depois da aprovação, ele precisa de outra.`
      : `${asks} O post sai exatamente como está aqui, ou não sai.`;
  }
  if (hour === null) {
    return `${who} já sabe. O post ainda não tem data; quando sair, sai exatamente como está aqui.`;
  }
  if (!isPast) return `${who} já sabe. O post sai na hora marcada, exatamente como está aqui.`;
  const isLate = approval.answer !== null && new Date(approval.answer.at) >= hour;
  return isLate
    ? `${who} já sabe. A aprovação veio depois da hora marcada: o post só sai com outra data.`
    : `${who} já sabe. A hora marcada passou, e o post ainda não saiu.`;
}

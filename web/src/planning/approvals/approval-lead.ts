import type { ApprovalPreview } from '@pontual/contract/planning/approvals.ts';

/** The text promises nothing that may not hold. */
export function approvalLead(
  { approval, isOver, team, username, post }: ApprovalPreview,
  now: Date,
) {
  const requester = team ?? (username === null ? 'Quem enviou este link' : `@${username}`);
  const dueAt = post.scheduledTime ? new Date(post.scheduledTime) : null;
  const isPast = dueAt !== null && dueAt <= now;
  if (isOver) return 'Ele está no Instagram ou a caminho, e não muda mais por aqui.';
  if (approval.state === 'change_requested') {
    return `${requester} já sabe. Quando o post mudar, este mesmo link mostra a nova versão.`;
  }
  if (approval.state === 'awaiting') {
    const requestText = approval.needsOther
      ? `${requester} pede a sua opinião.`
      : `${requester} pede a sua aprovação.`;
    return isPast
      ? `${requestText} A hora marcada já passou, e o post não saiu: depois da aprovação, ele precisa de outra.`
      : `${requestText} O post sai exatamente como está aqui, ou não sai.`;
  }
  if (dueAt === null) {
    return `${requester} já sabe. O post ainda não tem data; quando sair, sai exatamente como está aqui.`;
  }
  if (!isPast)
    return `${requester} já sabe. O post sai na hora marcada, exatamente como está aqui.`;
  const isLate = approval.answer !== null && new Date(approval.answer.at) >= dueAt;
  return isLate
    ? `${requester} já sabe. A aprovação veio depois da hora marcada: o post só sai com outra data.`
    : `${requester} já sabe. A hora marcada passou, e o post ainda não saiu.`;
}

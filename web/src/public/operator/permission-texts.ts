import type { ReviewCallOutcome } from '@pontual/contract/operations/operator.ts';

const publishing =
  'Cria um contêiner com a nossa imagem de exemplo, lê o estado dele e o limite de posts. Nada é publicado: o contêiner vence sozinho.';
const insights = 'Lê o alcance da conta.';
const comments =
  'Lê o post mais recente da conta e os comentários dele, sem o texto e sem quem escreveu.';

/** What the test calls of each permission do. */
export const permissionTexts: Readonly<Record<string, string>> = {
  instagram_basic: 'Lê o nome da conta e o post mais recente.',
  instagram_content_publish: publishing,
  pages_show_list: 'Lista as páginas de quem conectou a conta.',
  pages_read_engagement: 'Lê a página da conta.',
  business_management: 'Lista os portfólios empresariais de quem conectou a conta.',
  instagram_manage_insights: insights,
  instagram_manage_comments: comments,
  instagram_business_basic: 'Lê o nome da conta e o post mais recente.',
  instagram_business_content_publish: publishing,
  instagram_business_manage_insights: insights,
  instagram_business_manage_comments: comments,
};

export const outcomeTexts: Readonly<Record<ReviewCallOutcome, string>> = {
  ok: 'Respondeu.',
  refused: 'O Instagram recusou.',
  'no-answer': 'O Instagram não respondeu. Tente de novo.',
  'no-id': 'Não foi feita: a chamada anterior não trouxe o que esta precisa.',
  'daily-limit': 'Não foi feita: esta conta já teve 12 contêineres de teste nas últimas 24 horas.',
};

/** `outcome` is one of ours, or the error of Instagram as code/subcode. */
export const lastOutcomeText = (outcome: string): string =>
  outcome in outcomeTexts
    ? outcomeTexts[outcome as ReviewCallOutcome]
    : `O Instagram recusou (código ${outcome}).`;

import type { Issue, RetryOutcome } from '@pontual/contract/posts/issues.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { shortDateTime } from '../../ui/dates/date-text.ts';

/** Masculine nouns, because the sentences below agree with them. */
const names: Record<MediaType, string> = {
  IMAGE: 'Post de imagem',
  VIDEO: 'Post de vídeo',
  REELS: 'Reels',
  STORIES: 'Stories',
  CAROUSEL: 'Carrossel',
};

interface IssueText {
  title: string;
  detail: string;
  button: string;
}

export function issueText(issue: Issue, now: Date): IssueText {
  const name = issue.account === null ? null : `@${issue.account.username}`;
  switch (issue.kind) {
    case 'needs_reconnect':
      return {
        title: `${name} precisa ser reconectada.`,
        detail: issueDetail(issue, now, 'Nada é publicado nesta conta até ela ser reconectada.'),
        button: `Reconectar ${name}`,
      };
    case 'restricted':
      return {
        title: `O Instagram restringiu ${name}.`,
        detail: `${issueDetail(issue, now, '')} Resolva o aviso no aplicativo do Instagram.`.trim(),
        button: 'Já resolvi, testar',
      };
    case 'at_risk':
      return {
        title: `${issueSubject(issue, now)} ${issue.total === 1 ? 'precisa' : 'precisam'} de você${inAccount(name)}.`,
        detail: reasonWithDueTime(issue, now, 'O primeiro', issue.firstDue),
        button: issueButtonLabel(issue),
      };
    case 'unknown_outcome': {
      const isOne = issue.total === 1;
      return {
        title: `Não sabemos se ${issueSubjectInSentence(issue, now)} ${isOne ? 'foi publicado' : 'foram publicados'}${inAccount(name)}.`,
        detail: `Veja no perfil se ${isOne ? 'ele está' : 'eles estão'} lá antes de publicar de novo, para não publicar duas vezes.`,
        button: issueButtonLabel(issue),
      };
    }
    case 'failed':
      return {
        title: `${issueSubject(issue, now)} ${issue.total === 1 ? 'não foi publicado' : 'não foram publicados'}${inAccount(name)}.`,
        detail: reasonWithDueTime(issue, now, 'O último', issue.lastDue),
        button: issueButtonLabel(issue),
      };
  }
}

const inAccount = (name: string | null) => (name === null ? '' : ` em ${name}`);
const postsText = (count: number) => (count === 1 ? '1 post' : `${count} posts`);

/** `9 posts em risco, o primeiro hoje, 18:00. 2 posts não foram publicados.` */
function issueDetail(issue: Issue, now: Date, fallback: string): string {
  const parts: string[] = [];
  if (issue.firstDue !== null) {
    const when = shortDateTime(new Date(issue.firstDue), now).replace(/^(?=\d)/, 'em ');
    const first = issue.total === 1 ? when : `o primeiro ${when}`;
    parts.push(`${postsText(issue.total)} em risco, ${first}.`);
  }
  if (issue.failed > 0) {
    parts.push(
      `${postsText(issue.failed)} ${issue.failed === 1 ? 'não foi publicado' : 'não foram publicados'}.`,
    );
  }
  return parts.length === 0 ? fallback : parts.join(' ');
}

/** `Reels de hoje, 12:00,` or `3 posts` */
function issueSubject(issue: Issue, now: Date): string {
  const { total, mediaType, lastDue } = issue;
  if (total !== 1 || mediaType === null || lastDue === null) return postsText(total);
  return `${names[mediaType]} de ${shortDateTime(new Date(lastDue), now)},`;
}

/** `o reels de hoje, 12:00,` for the middle of a sentence. */
function issueSubjectInSentence(issue: Issue, now: Date): string {
  const subject = issueSubject(issue, now);
  if (issue.total !== 1) return subject;
  return /^\d/.test(subject)
    ? 'um post'
    : `o ${subject.charAt(0).toLowerCase()}${subject.slice(1)}`;
}

function reasonWithDueTime(issue: Issue, now: Date, which: string, due: string | null): string {
  const reason = issue.reason ?? '';
  if (issue.total === 1 || due === null) return reason;
  return `${reason} ${which}: ${shortDateTime(new Date(due), now)}.`.trim();
}

function issueButtonLabel({ kind, action, total }: Issue): string {
  if (action === 'correct_post') return 'Corrigir o post';
  if (total === 1) return 'Ver o post';
  return kind === 'at_risk' ? 'Ver o primeiro post' : `Ver os ${total} posts`;
}

export const issueCountText = (count: number) => `${count} coisas precisam de você`;

export const blockedAccountsText = (count: number) =>
  count === 1 ? '1 conta com problema' : `${count} contas com problema`;

/** `Sem acesso desde hoje, 14:05` */
export function blockedSinceText(
  { kind, since }: Pick<Issue, 'kind' | 'since'>,
  now: Date,
): string {
  if (kind === 'restricted') return 'O Instagram restringiu esta conta';
  return since === null ? 'Sem acesso' : `Sem acesso desde ${shortDateTime(new Date(since), now)}`;
}

export const retryResultTexts: Record<RetryOutcome, (username: string) => string> = {
  works: (username) => `O Instagram aceita posts de @${username} de novo.`,
  restricted: (username) =>
    `O Instagram ainda restringe @${username}. Resolva o aviso no aplicativo do Instagram.`,
  needs_reconnect: (username) =>
    `@${username} precisa ser reconectada. Até lá, nada é publicado nela.`,
  unanswered: (username) =>
    `Não conseguimos confirmar se @${username} já pode publicar. Para saber já, publique um post agora.`,
};

import { HELD_BY_PAUSE, UNAPPROVED, UNVERIFIABLE } from '@pontual/contract/posts/issue-codes.ts';
import type { PostAction } from '@pontual/contract/posts/posts.ts';
import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import type { FileFailure } from '../instagram/graph/error-table.ts';
import { refusedDespitePermission, type InstagramIssue } from '../instagram/graph/errors.ts';
import type { AccountStanding } from './observations.ts';
import type { DisplayedIssue, PublicationPost } from './state.ts';

/**
 * What happened to a post, and what its author can do. While it waits on a hold: transitions/holds.ts. Instagram's
 * errors: graph/error-table.ts.
 */
export interface PostIssue {
  code: string;
  cause: string;
  action: PostAction;
  /** One email for each key; an end always sends one. */
  notificationKey?: string;
  isAccountWide?: true;
}

export const PAUSED = 'paused';
export const OTHER_ACCOUNT = 'other-account';
export const withoutAccountIssue: PostIssue = {
  code: 'no-account',
  cause: 'A hora deste post passou sem uma conta do Instagram conectada.',
  action: 'reconnect',
};

/** The posts of the account that are due before this one use up its quota. */
export const quotaAheadIssue = (
  { dueAt }: PublicationPost,
  { connectionId }: AccountStanding,
  total: number,
): PostIssue => ({
  code: 'quota-ahead',
  cause: `A conta deve chegar ao limite de ${total} posts do Instagram em 24 horas antes deste. Ele sai assim que houver vaga.`,
  action: 'wait',
  notificationKey: `quota:${connectionId}:${dayKey(dueAt)}`,
});

/** Instagram accepts 400 containers of an account in 24 hours. */
export const containerBudgetIssue: PostIssue = {
  code: 'container-budget',
  cause:
    'A conta chegou ao limite de envios do Instagram em 24 horas. O post sai assim que houver vaga.',
  action: 'wait',
};

/** Instagram accepts the video and may mute or hide it, so the owner decides. */
export const copyrightIssue = ({ id, revision }: PublicationPost): PostIssue => ({
  code: 'copyright',
  cause:
    'O Instagram encontrou conteúdo com direitos autorais neste vídeo e pode silenciá-lo ou bloqueá-lo. Troque o vídeo ou o som.',
  action: 'change_media',
  notificationKey: `copyright:${id}:${revision}`,
});

export const uploadingIssue: PostIssue = {
  code: 'uploading',
  cause:
    'O Instagram não conseguiu buscar o vídeo no nosso servidor. Estamos enviando o arquivo direto ao Instagram.',
  action: 'wait',
};

/** The same issue while the videos of others are sent. */
export const queuedUploadIssue: PostIssue = {
  ...uploadingIssue,
  cause:
    'O Instagram não conseguiu buscar o vídeo no nosso servidor. Vamos enviar o arquivo direto ao Instagram assim que terminar o envio de outros vídeos.',
};

/** Only a file that Instagram could not process may be to blame itself. */
const endsOfFiles: Readonly<Record<FileFailure | 'lost', PostIssue>> = {
  unfetched: {
    code: 'not-fetched',
    cause:
      'O Instagram não conseguiu buscar o arquivo no nosso servidor depois de várias tentativas. O problema não é o seu arquivo: tente de novo ou publique você mesmo pelo Instagram.',
    action: 'try_again',
  },
  unprocessed: {
    code: 'not-processable',
    cause:
      'O Instagram não conseguiu processar este arquivo depois de várias tentativas. Troque o arquivo ou tente de novo.',
    action: 'change_media',
  },
  lost: {
    code: 'lost-files',
    cause:
      'O Instagram falhou ao preparar o arquivo depois de várias tentativas e não disse por quê. Tente de novo mais tarde ou publique você mesmo pelo Instagram.',
    action: 'try_again',
  },
};

export const exhaustedIssue = ({
  label,
  failure = 'lost',
}: {
  label: string | undefined;
  failure: FileFailure | 'lost' | undefined;
}): PostIssue => toPostIssue(endsOfFiles[failure], label);

/** A manual publication of a retried story would publish it twice. 15 minutes: MIN_FAILING_MS. */
export const RETRYING_STORY_CAUSE =
  'O Instagram ainda não aceitou este story. Tentamos até 15 minutos depois do horário e avisamos se ele não sair. Contas de criador só publicam stories pelo próprio Instagram: se for o seu caso, mude a conta para comercial.';

export const heldByPauseIssue: DisplayedIssue = {
  code: HELD_BY_PAUSE,
  cause: 'As publicações estavam pausadas na hora deste post, e ele não saiu.',
  action: null,
  forecastAt: null,
};

export const unapprovedIssue: DisplayedIssue = {
  code: UNAPPROVED,
  cause:
    'A aprovação não chegou até a hora deste post, e ele não saiu. Voltou aos rascunhos: escolha um novo horário.',
  action: null,
  forecastAt: null,
};

export const manualIssue: DisplayedIssue = {
  code: 'by-hand',
  cause:
    'Você vai publicar este post pelo Instagram. A Pontual não tenta mais e fecha o post quando ele aparecer na conta.',
  action: 'try_again',
  forecastAt: null,
};

export const refusingIssue = (
  { id, revision }: PublicationPost,
  { code }: Pick<InstagramIssue, 'code'>,
): PostIssue => ({
  code,
  cause:
    'O Instagram está recusando este post, embora a conta esteja autorizada. Continuamos tentando. Se você mudou algo na conta ou no acesso a ela, reconecte.',
  action: 'wait',
  notificationKey: `refusing:${id}:${revision}`,
});

const permissionRefused = (check: string): PostIssue => ({
  code: 'permission-refused',
  cause: `O Instagram recusou este post por falta de permissão, embora ela esteja dada. Pode ser uma falha do Instagram: tente de novo mais tarde. Se continuar, ${check}, reconecte a conta e tente de novo.`,
  action: 'try_again',
});

/** By the code of the refusals that lasted to the end, which says the login of the account. */
export const permissionRefusedIssues: Readonly<Record<string, PostIssue>> = {
  [refusedDespitePermission.facebook.code]: permissionRefused(
    'confira no Facebook o seu acesso à página e se o portfólio empresarial exige verificação em duas etapas',
  ),
  [refusedDespitePermission.instagram.code]: permissionRefused(
    'confira no Instagram se a conta é profissional e se há algum aviso ou verificação pendente',
  ),
};

export const tooLateIssue: PostIssue = {
  code: 'too-late',
  cause: 'Não conseguimos publicar na hora marcada e já passou mais de 1 hora.',
  action: 'try_again',
};

/** Instagram answered no call as it should until the post was too late. */
export const awayIssue: PostIssue = {
  code: 'instagram-away',
  cause:
    'O Instagram ficou mais de 1 hora sem responder como devia, e este post não saiu. Tente de novo ou escolha um novo horário.',
  action: 'try_again',
};

export const unconfirmedIssue: PostIssue = {
  code: 'unconfirmed',
  cause: 'O Instagram não confirmou a publicação depois de várias tentativas.',
  action: 'try_again',
};

/** An unknown outcome that only the owner can determine. */
export const unverifiableIssue: PostIssue = {
  code: UNVERIFIABLE,
  cause:
    'Não conseguimos confirmar se este post foi publicado. Veja no Instagram se ele está lá antes de tentar de novo.',
  action: 'try_again',
};

/** `reference` identifies the error in our log. */
export const internalErrorIssue = (reference: string): PostIssue => ({
  code: reference,
  cause: `Tivemos um problema nosso e este post não saiu. Tente de novo ou publique você mesmo pelo Instagram. Referência: ${reference}.`,
  action: 'try_again',
});

export const EDITED_CAUSE = 'Post alterado. Publique agora ou escolha um novo horário.';

/** `label` names the item of a carousel. */
export const toPostIssue = (
  { code, cause, action }: Pick<PostIssue, 'code' | 'cause' | 'action'>,
  label: string | undefined,
): PostIssue => ({ code, cause: withLabel(label, cause), action });

/** The engine calls again: a post that its owner publishes meanwhile would be published twice. */
export const toRetriedIssue = (issue: InstagramIssue, label?: string): PostIssue =>
  issue.class === 'bug'
    ? toPostIssue(
        { ...issue, cause: `${issue.cause} Tentamos de novo em instantes.`, action: 'wait' },
        label,
      )
    : toPostIssue(issue, label);

/** No other call follows. */
export const toEndOfBug = (issue: InstagramIssue, label: string | undefined): PostIssue =>
  toPostIssue(
    {
      ...issue,
      cause: `${issue.cause} Tente de novo em alguns minutos ou publique você mesmo pelo Instagram.`,
    },
    label,
  );

/** The post may be out, so no answer of Instagram is told as a refusal of it. */
export const unreadableOutcomeIssue = ({ code }: InstagramIssue): PostIssue => ({
  code,
  cause:
    'O Instagram ainda não deixou conferir se este post foi publicado. Conferimos de novo em instantes.',
  action: 'wait',
});

const withLabel = (label: string | undefined, cause: string): string =>
  label === undefined ? cause : `${label}: ${cause}`;

import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { ExternalLink, Send, TriangleAlert, UserRoundCheck } from 'lucide-react';
import { formatInAccount, useInstagramAccountNames } from '../instagram/instagram-account-names.ts';
import { useUserWithAccount } from '../instagram/instagram-accounts-queries.ts';
import { useSession } from '../api/session.tsx';
import { readNow } from './now.ts';
import { useConfirmAccount, useForcePublish, useAwaitingAccountCount } from './posts-queries.ts';
import { publishNowLabel } from './publish-now-label.ts';
import { ConfirmDialog } from '../ui/page/confirm-dialog.tsx';
import type { PostDialogProps } from './post-dialog.ts';
import { relativeDay } from '../ui/dates/day-text.ts';
import { isDueAfter, getDueAt } from './due-at.ts';

export function PublishNowDialog(props: PostDialogProps) {
  const { post } = props;
  const accountName = useInstagramAccountNames()(post);
  const publish = useForcePublish(props.onDone);
  const dueAt = getDueAt(post);
  const now = readNow();
  const isEarly = dueAt !== null && isDueAfter(post, now);
  return (
    <ConfirmDialog
      {...props}
      title={`Publicar agora${formatInAccount(accountName)}?`}
      icon={<Send size={22} />}
      actionLabel={publishNowLabel(accountName)}
      busyLabel="Publicando..."
      mutation={publish}
      fallback="Não foi possível publicar agora. Tente de novo em instantes."
      onConfirm={() => publish.mutate(post)}
    >
      O post é publicado{accountName === undefined ? ' no Instagram' : formatInAccount(accountName)}{' '}
      em instantes
      {isEarly ? `, e não ${relativeDay(dueAt, now).toLowerCase()} às ${formatTime(dueAt)}` : null}.
    </ConfirmDialog>
  );
}

export function PublishAnywayDialog(props: PostDialogProps) {
  const { post } = props;
  const accountName = useInstagramAccountNames()(post);
  const username =
    useUserWithAccount(useSession().user, post.instagramAccountId)?.instagramUsername ?? null;
  const publish = useForcePublish(props.onDone);
  return (
    <ConfirmDialog
      {...props}
      title={`Publicar mesmo assim${formatInAccount(accountName)}?`}
      icon={<TriangleAlert size={22} />}
      iconTone="bad"
      actionLabel="Publicar mesmo assim"
      variant="ink"
      busyLabel="Publicando..."
      mutation={publish}
      fallback="Não foi possível publicar agora. Tente de novo em instantes."
      onConfirm={() => publish.mutate(post)}
      extra={
        username === null ? null : (
          <a
            href={`https://www.instagram.com/${encodeURIComponent(username)}/`}
            target="_blank"
            rel="noopener"
            className="text-link inline-flex min-h-11 items-center gap-2 text-ink lg:min-h-8"
          >
            Ver @{username} no Instagram
            <ExternalLink size={16} />
            <span className="sr-only">, em nova aba</span>
          </a>
        )
      }
    >
      Não sabemos se este post já saiu. Se ele já estiver no Instagram, vai sair duplicado.
    </ConfirmDialog>
  );
}

export function ConfirmInstagramAccountDialog(props: PostDialogProps & { username: string }) {
  const confirm = useConfirmAccount(props.onDone);
  const { data: count } = useAwaitingAccountCount(props.open);
  const name = <b className="font-semibold text-ink">@{props.username}</b>;
  return (
    <ConfirmDialog
      {...props}
      title={`Publicar em @${props.username}?`}
      icon={<UserRoundCheck size={22} />}
      actionLabel={`Publicar em @${props.username}`}
      busyLabel="Confirmando..."
      mutation={confirm}
      fallback="Não foi possível confirmar a conta. Tente de novo."
      onConfirm={() => confirm.mutate()}
    >
      {count !== undefined && count > 1
        ? `${count} posts esperam, porque foram agendados com outra conta conectada.`
        : 'Este post foi agendado com outra conta conectada.'}{' '}
      Tudo o que foi agendado com ela passa a sair em {name}, na hora marcada.
    </ConfirmDialog>
  );
}

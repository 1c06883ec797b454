import { formatTime } from '@pontual/contract/brasilia-time.ts';
import { ExternalLink, Send, TriangleAlert, UserRoundCheck } from 'lucide-react';
import { inAccount, useAccountNames } from '../instagram/account-names.ts';
import { useAs } from '../instagram/accounts.queries.ts';
import { useSession } from '../api/session.tsx';
import { readNow } from './now.ts';
import { useConfirmAccount, useForcePublish, useWaitingForAccount } from './posts.queries.ts';
import { publishNowWords } from './publish-words.ts';
import { QuestionDialog, type PostDialogProps } from './question-dialog.tsx';
import { isAfter, plannedAt, spokenDay } from './schedule/timeline-groups.ts';

/** Asked before a post goes out in public at another hour than its own. */
export function PublishNowDialog(props: PostDialogProps) {
  const { post } = props;
  const account = useAccountNames()(post);
  const publish = useForcePublish(props.onDone);
  const planned = plannedAt(post);
  const now = readNow();
  const waits = planned !== null && isAfter(post, now);
  return (
    <QuestionDialog
      {...props}
      title={`Publicar agora${inAccount(account)}?`}
      icon={<Send size={22} />}
      action={publishNowWords(account)}
      busyLabel="Publicando..."
      doing={publish}
      onConfirm={() => publish.mutate(post)}
    >
      O post é publicado{account === undefined ? ' no Instagram' : inAccount(account)} em instantes
      {waits ? `, e não ${spokenDay(planned, now).toLowerCase()} às ${formatTime(planned)}` : null}.
    </QuestionDialog>
  );
}

/** Asked before a post that may have gone out goes out once more. */
export function PublishAnywayDialog(props: PostDialogProps) {
  const { post } = props;
  const account = useAccountNames()(post);
  // Where it is to be looked for: on its own account.
  const username = useAs(useSession().user, post.instagramAccountId)?.instagramUsername ?? null;
  const publish = useForcePublish(props.onDone);
  return (
    <QuestionDialog
      {...props}
      title={`Publicar mesmo assim${inAccount(account)}?`}
      icon={<TriangleAlert size={22} />}
      iconTone="bad"
      action="Publicar mesmo assim"
      variant="ink"
      busyLabel="Publicando..."
      doing={publish}
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
    </QuestionDialog>
  );
}

/** Posts were made for an earlier account: asked before all of them go out on another one. */
export function ConfirmAccountDialog(props: PostDialogProps & { account: string }) {
  const confirm = useConfirmAccount(props.onDone);
  const { data: count } = useWaitingForAccount(props.open);
  const name = <b className="font-semibold text-ink">@{props.account}</b>;
  return (
    <QuestionDialog
      {...props}
      title={`Publicar em @${props.account}?`}
      icon={<UserRoundCheck size={22} />}
      action={`Publicar em @${props.account}`}
      busyLabel="Confirmando..."
      doing={confirm}
      onConfirm={() => confirm.mutate()}
    >
      {count !== undefined && count > 1
        ? `${count} posts esperam, porque foram agendados com outra conta conectada.`
        : 'Este post foi agendado com outra conta conectada.'}{' '}
      Tudo o que foi agendado com ela passa a sair em {name}, na hora marcada.
    </QuestionDialog>
  );
}

import { postPermissions } from '@pontual/contract/posts/post-rules.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { ExternalLink } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import { IfAllowed } from '../../api/permissions.tsx';
import { paths } from '../../ui/page/paths.ts';
import { LazyConnectButton } from '../../posts/change/recovery-action-button.tsx';
import { hasPublishingFailed } from '../../posts/post-issue.rules.ts';
import { useForcePublish } from '../../posts/posts-queries.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Alert } from '../../ui/alert.tsx';
import { failureToast } from '../../ui/page/failure-toast.ts';
import { showToast } from '../../ui/toast.tsx';
import {
  useFindPublishedPost,
  useMarkPublished,
  type useStartManualPublishing,
} from './manual-publishing-queries.ts';

interface ManualPublishingStatusProps {
  post: Post;
  username: string | null;
  startManual: ReturnType<typeof useStartManualPublishing>;
}

const showErrorToast = failureToast('Não foi possível concluir agora. Tente de novo em instantes.');

export function ManualPublishingStatus({
  post,
  username,
  startManual,
}: ManualPublishingStatusProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = () => heading.current?.focus();
  const onManualStarted = ({ post: { manualPublishing } }: { post: Post }) => {
    if (manualPublishing === 'resolving')
      showToast({ text: 'Anotado: a Pontual não tenta mais este post.' });
    focusHeading();
  };
  const findPost = useFindPublishedPost(post._id);
  const markPublished = useMarkPublished(post._id);
  const retry = useForcePublish(focusHeading);
  const checkResult = post.manualPublishing === 'manual' ? findPost.data?.look : undefined;
  const { title, text } = manualStatusText(post);
  const isOpen = post.manualPublishing === 'offered' || post.manualPublishing === 'manual';
  const canRetry =
    username !== null && hasPublishingFailed(post) && postPermissions[post.status].publishNow;
  return (
    <Card>
      <CardHeader title={title} titleRef={heading} />
      <CardBody className="grid gap-4">
        <p className="text-sm text-pretty text-ink-2">{text}</p>
        {checkResult === undefined || findPost.isPending ? null : (
          <CheckResult result={checkResult} username={username} account={post.instagramAccountId}>
            <IfAllowed permission="edit">
              <Button
                variant="ink"
                busy={markPublished.isPending}
                busyLabel="Marcando..."
                onClick={() =>
                  markPublished.mutate(undefined, {
                    onError: showErrorToast,
                    onSuccess: focusHeading,
                  })
                }
              >
                Marcar como publicado
              </Button>
            </IfAllowed>
          </CheckResult>
        )}
        <div className="flex flex-wrap gap-2">
          <IfAllowed permission="edit">
            {post.manualPublishing === 'offered' || post.manualPublishing === 'resolving' ? (
              <Button
                variant="ink"
                busy={startManual.isPending}
                busyLabel="Avisando..."
                onClick={() =>
                  startManual.mutate(undefined, {
                    onError: showErrorToast,
                    onSuccess: onManualStarted,
                  })
                }
              >
                {post.manualPublishing === 'offered'
                  ? 'Vou publicar eu mesmo'
                  : 'Não está lá: vou publicar eu mesmo'}
              </Button>
            ) : null}
            {isOpen ? (
              <Button
                variant="line"
                busy={findPost.isPending}
                busyLabel="Procurando na conta..."
                onClick={() => findPost.mutate(undefined, { onError: showErrorToast })}
              >
                {checkResult === undefined ? 'Já publiquei' : 'Procurar de novo'}
              </Button>
            ) : null}
            {canRetry ? (
              <Button
                variant={isOpen ? 'ghost' : 'line'}
                busy={retry.isPending}
                busyLabel="Tentando..."
                onClick={() => retry.mutate(post, { onError: showErrorToast })}
              >
                Tentar de novo agora
              </Button>
            ) : null}
          </IfAllowed>
          {post.manualPublishing === 'resolving' && username !== null ? (
            <AccountLink username={username} />
          ) : null}
          {post.permalink === null ? null : (
            <a
              href={post.permalink}
              target="_blank"
              rel="noopener"
              className={buttonClass({ variant: 'ink' })}
            >
              <ExternalLink size={16} className="-ml-1" />
              Ver no Instagram
              <span className="sr-only">, em nova aba</span>
            </a>
          )}
          {post.manualPublishing === null ? (
            <Link to={paths.schedule} className={buttonClass({ variant: 'line' })}>
              Abrir o calendário
            </Link>
          ) : null}
        </div>
      </CardBody>
    </Card>
  );
}

const AccountLink = ({ username }: { username: string }) => (
  <a
    href={`https://www.instagram.com/${encodeURIComponent(username)}/`}
    target="_blank"
    rel="noopener"
    className={buttonClass({ variant: 'line' })}
  >
    <ExternalLink size={16} className="-ml-1" />
    Ver @{username} no Instagram
    <span className="sr-only">, em nova aba</span>
  </a>
);

function CheckResult(props: {
  result: 'seen' | 'not_seen' | 'unreadable' | 'resolving';
  username: string | null;
  account: string | null;
  children: ReactNode;
}) {
  const { result, username, account, children } = props;
  if (result === 'seen' || result === 'resolving') return null;
  const where = username === null ? 'na conta' : `em @${username}`;
  return (
    <div className="grid gap-3">
      <Alert tone="warn" live>
        {result === 'not_seen'
          ? `Ainda não encontramos este post ${where}. Ele pode levar um minuto para aparecer, e continuamos procurando. Se a legenda mudou muito ou ele já está lá, marque-o: fica como publicado, sem link.`
          : 'Não conseguimos olhar a conta agora: o Instagram não respondeu, ou ela precisa ser conectada de novo. Se o post já está lá, marque-o: fica como publicado, sem link.'}
      </Alert>
      <div className="flex flex-wrap gap-2">
        {children}
        {result === 'unreadable' ? (
          <LazyConnectButton label="Conectar conta" account={account} />
        ) : null}
      </div>
    </div>
  );
}

function manualStatusText({ manualPublishing, status, permalink }: Post): {
  title: string;
  text: string;
} {
  if (status === 'published') {
    return {
      title: 'Publicado',
      text:
        permalink === null
          ? 'Este post está como publicado. Não há mais nada a fazer.'
          : 'O post está na conta. Não há mais nada a fazer.',
    };
  }
  switch (manualPublishing) {
    case 'manual':
      return {
        title: 'É com você',
        text: 'A Pontual não tenta mais publicar este post, para ele não sair duas vezes. Procuramos na conta e, quando ele aparecer, ele fica como publicado aqui.',
      };
    case 'resolving':
      return {
        title: 'Espere um instante antes de publicar',
        text: 'Uma tentativa nossa ainda pode ter saído, e o Instagram não confirmou. Veja se o post já está na conta. Se não estiver, avise: a Pontual não tenta mais, e ele fica com você assim que o Instagram confirmar.',
      };
    case 'offered':
      return status === 'pending'
        ? {
            title: 'A Pontual continua tentando',
            text: 'Se for publicar você mesmo, avise antes, para o post não sair duas vezes. Para esperar, é só sair desta página.',
          }
        : {
            title: 'A Pontual parou de tentar',
            text: 'Publique você mesmo, ou tente de novo por aqui. Quando o post aparecer na conta, ele fica como publicado.',
          };
    case null:
      if (status === 'draft') {
        return {
          title: 'Este post é um rascunho',
          text: 'Ele não sai sozinho. Escolha um horário para ele no Calendário.',
        };
      }
      if (hasPublishingFailed({ status })) {
        return {
          title: 'Este post precisa de você',
          text: 'Veja no calendário o que falta para ele sair.',
        };
      }
      return {
        title: 'Este post sai sozinho',
        text: 'Ele não precisa do plano B: sai na hora marcada.',
      };
  }
}

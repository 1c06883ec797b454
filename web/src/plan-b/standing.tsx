import { postCan } from '@pontual/contract/post-rules.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { ExternalLink } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Only } from '../api/may.tsx';
import { paths } from '../paths.ts';
import { ConnectButton } from '../posts/mend-button.tsx';
import { didNotGoOut } from '../posts/mending.ts';
import { useForcePublish } from '../posts/posts.queries.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../ui/card.tsx';
import { Notice } from '../ui/notice.tsx';
import { showToast } from '../ui/toast.tsx';
import { useLook, useMark, type useTakeOver } from './plan-b.queries.ts';

interface StandingProps {
  post: Post;
  /** The account's name, where one is connected. */
  username: string | null;
  takeOver: ReturnType<typeof useTakeOver>;
}

const onError = ({ message: text }: Error) => showToast({ text, error: true });

/** Who publishes the post now, and what is said when it is out. */
export function Standing({ post, username, takeOver }: StandingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const after = () => heading.current?.focus();
  const onTaken = ({ post: { planB } }: { post: Post }) => {
    if (planB === 'resolving') showToast({ text: 'Anotado: a Pontual não tenta mais este post.' });
    after();
  };
  const look = useLook(post._id);
  const mark = useMark(post._id);
  const again = useForcePublish(after);
  const looked = post.planB === 'by_hand' ? look.data?.look : undefined;
  const { title, text } = wordsOf(post);
  const isOpen = post.planB === 'offered' || post.planB === 'by_hand';
  const mayTryAgain = username !== null && didNotGoOut(post) && postCan[post.status].publishNow;
  return (
    <Card>
      <CardHeader title={title} titleRef={heading} />
      <CardBody className="grid gap-4">
        <p className="text-sm text-pretty text-ink-2">{text}</p>
        {looked === undefined || look.isPending ? null : (
          <Looked look={looked} username={username}>
            <Only need="edit">
              <Button
                variant="ink"
                busy={mark.isPending}
                busyLabel="Marcando..."
                onClick={() => mark.mutate(undefined, { onError, onSuccess: after })}
              >
                Marcar como publicado
              </Button>
            </Only>
          </Looked>
        )}
        <div className="flex flex-wrap gap-2">
          <Only need="edit">
            {post.planB === 'offered' || post.planB === 'resolving' ? (
              <Button
                variant="ink"
                busy={takeOver.isPending}
                busyLabel="Avisando..."
                onClick={() => takeOver.mutate(undefined, { onError, onSuccess: onTaken })}
              >
                {post.planB === 'offered'
                  ? 'Vou publicar eu mesmo'
                  : 'Não está lá: vou publicar eu mesmo'}
              </Button>
            ) : null}
            {isOpen ? (
              <Button
                variant="line"
                busy={look.isPending}
                busyLabel="Procurando na conta..."
                onClick={() => look.mutate(undefined, { onError })}
              >
                {looked === undefined ? 'Já publiquei' : 'Procurar de novo'}
              </Button>
            ) : null}
            {mayTryAgain ? (
              <Button
                variant={isOpen ? 'ghost' : 'line'}
                busy={again.isPending}
                busyLabel="Tentando..."
                onClick={() => again.mutate(post, { onError })}
              >
                Tentar de novo agora
              </Button>
            ) : null}
          </Only>
          {post.planB === 'resolving' && username !== null ? <Account username={username} /> : null}
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
          {post.planB === null ? (
            <Link to={paths.schedule} className={buttonClass({ variant: 'line' })}>
              Abrir o calendário
            </Link>
          ) : null}
        </div>
      </CardBody>
    </Card>
  );
}

const Account = ({ username }: { username: string }) => (
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

/** An honest word of what was looked for, and what is left to do. */
function Looked(props: {
  look: 'seen' | 'not_seen' | 'unreadable' | 'resolving';
  username: string | null;
  children: ReactNode;
}) {
  const { look, username, children } = props;
  if (look === 'seen' || look === 'resolving') return null;
  const where = username === null ? 'na conta' : `em @${username}`;
  return (
    <div className="grid gap-3">
      <Notice tone="warn" live>
        {look === 'not_seen'
          ? `Ainda não encontramos este post ${where}. Ele pode levar um minuto para aparecer, e continuamos procurando. Se a legenda mudou muito ou ele já está lá, marque-o: fica como publicado, sem link.`
          : 'Não conseguimos olhar a conta agora: o Instagram não respondeu, ou ela precisa ser conectada de novo. Se o post já está lá, marque-o: fica como publicado, sem link.'}
      </Notice>
      <div className="flex flex-wrap gap-2">
        {children}
        {look === 'unreadable' ? <ConnectButton label="Conectar conta" /> : null}
      </div>
    </div>
  );
}

function wordsOf({ planB, status, permalink }: Post): { title: string; text: string } {
  if (status === 'published') {
    return {
      title: 'Publicado',
      text:
        permalink === null
          ? 'Este post está como publicado. Não há mais nada a fazer.'
          : 'O post está na conta. Não há mais nada a fazer.',
    };
  }
  switch (planB) {
    case 'by_hand':
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
      if (didNotGoOut({ status })) {
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

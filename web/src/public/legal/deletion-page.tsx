import { formatFullDay, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { getDeletion } from '@pontual/contract/privacy/deletions.ts';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { isRefusal } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { PageQueryClient } from '../../api/page-query-client.tsx';
import { paths } from '../../ui/page/paths.ts';
import { QueryState } from '../../ui/page/query-state.tsx';
import { PublicShell } from '../../ui/page/public-shell.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Alert } from '../../ui/alert.tsx';
import { SkeletonBar, Skeleton } from '../../ui/skeleton.tsx';
import { Contact, DataProtectionOfficer } from './company.tsx';
import { deletionTexts, type RequestedDeletion } from './deletion-text.tsx';

const POLL_MS = 10_000;

/** Everyone with the code can open the page; Meta and our emails link to it. */
export function DeletionPage() {
  return (
    <PageQueryClient>
      <PublicShell footer>
        <title>Exclusão de dados · Pontual</title>
        <meta name="robots" content="noindex" />
        <article className="page-gutter mx-auto max-w-[816px] pt-6 pb-20 lg:pt-10">
          <h1 className="h-section text-balance">Exclusão de dados</h1>
          <DeletionStatus code={useParams()['code'] ?? ''} />
        </article>
      </PublicShell>
    </PageQueryClient>
  );
}

function DeletionStatus({ code }: { code: string }) {
  const query = useQuery({
    queryKey: ['deletion', code],
    queryFn: ({ signal }) => call(getDeletion, { params: { code }, signal }),
    refetchInterval: ({ state }) => (state.data?.finishedAt === null ? POLL_MS : false),
  });
  return (
    <QueryState
      query={query}
      failed={{
        title: 'A situação não carregou',
        fallback: 'Não foi possível falar com a Pontual. Verifique sua internet e tente de novo.',
      }}
      loading={
        <Skeleton className="mt-8 grid gap-4">
          <SkeletonBar className="h-12 w-full rounded-md!" />
          <SkeletonBar className="h-44 w-full rounded-lg!" />
        </Skeleton>
      }
      renderRefused={(error) =>
        isRefusal(error) && error.status === 404 ? (
          <UnknownDeletion message={error.message} />
        ) : undefined
      }
      className="mt-8"
    >
      {(deletion) => <DeletionDetails code={code} deletion={deletion} />}
    </QueryState>
  );
}

const UnknownDeletion = ({ message }: { message: string }) => (
  <Card className="mt-8" role="alert">
    <ErrorState
      title="Pedido não encontrado"
      message={message}
      icon={<SearchX size={24} />}
      actions={
        <Link to={`${paths.privacy}#excluir`} className={buttonClass({ variant: 'line' })}>
          Como pedir a exclusão
        </Link>
      }
    />
  </Card>
);

function DeletionDetails({ code, deletion }: { code: string; deletion: RequestedDeletion }) {
  const { kind, requestedAt, finishedAt } = deletion;
  const { request, pendingText, deletedItems, retainedItems } = deletionTexts[kind];
  const isDone = finishedAt !== null;
  return (
    <>
      <p className="mt-5 text-lg text-ink-2">
        A situação de um pedido de exclusão. Os horários são de Brasília.
      </p>
      {/* Always rendered, so that screen readers announce a change. */}
      <Alert tone={isDone ? 'ok' : 'info'} live className="mt-8">
        <strong className="font-semibold">{isDone ? 'Concluída.' : 'Em andamento.'}</strong>{' '}
        {isDone
          ? 'Tudo o que está na lista abaixo já foi excluído.'
          : `${pendingText} Esta página se atualiza sozinha.`}
      </Alert>
      <Card className="mt-4 p-4 lg:p-5" aria-label="Pedido">
        <dl className="grid gap-4 sm:grid-cols-2">
          <Fact term="Pedido">{request}</Fact>
          <Fact term="Código de confirmação">
            <span className="wrap-anywhere">{code}</span>
          </Fact>
          <Fact term="Feito em">{renderMoment(requestedAt)}</Fact>
          <Fact term="Concluído em">{isDone ? renderMoment(finishedAt) : 'Ainda não'}</Fact>
        </dl>
      </Card>
      <Section id="sai" title={isDone ? 'O que foi excluído' : 'O que é excluído'}>
        <BulletList items={deletedItems} />
      </Section>
      <Section id="fica" title="O que fica, e por quê">
        <BulletList items={retainedItems} />
      </Section>
      <Section id="contato" title="Fale com a gente">
        <Contact />
        <DataProtectionOfficer />
        <p>
          Ao escrever, diga o código de confirmação: assim achamos o pedido sem saber mais nada de
          você.
        </p>
      </Section>
    </>
  );
}

const renderMoment = (iso: string) => {
  const at = new Date(iso);
  return <time dateTime={iso}>{`${formatFullDay(at)}, ${formatTime(at)}`}</time>;
};

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs font-medium text-ink-3">{term}</dt>
      <dd className="mt-1 text-sm text-pretty">{children}</dd>
    </div>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="h-dialog">
        {title}
      </h2>
      <div className="prose">{children}</div>
    </section>
  );
}

function BulletList({ items: points }: { items: readonly ReactNode[] }) {
  return (
    <ul>
      {points.map((point, index) => (
        <li key={index}>{point}</li>
      ))}
    </ul>
  );
}

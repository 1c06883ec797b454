import { readApprovalLink, type ShownForApproval } from '@pontual/contract/approvals.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link2Off } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { failureText, isRefusal } from '../api/api-error.ts';
import { call } from '../api/client.ts';
import { PageQueries } from '../api/page-queries.tsx';
import { someLikes, PhonePreview } from '../posts/create/preview/post-preview.tsx';
import { useMinute } from '../shell/minute.ts';
import { PublicShell } from '../shell/public-shell.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Bone, Skeleton } from '../ui/skeleton.tsx';
import { AnswerForm } from './answer-form.tsx';
import { formShown } from './form-shown.ts';
import { leadOf } from './lead-of.ts';
import { ShownFacts } from './shown-facts.tsx';

/** Where the link leads by which somebody without an account approves a post. */
export function ApprovePage() {
  const token = useLocation().hash.slice(1);
  return (
    <PageQueries>
      <PublicShell>
        <title>Aprovar um post · Pontual</title>
        <div className="page-gutter mx-auto max-w-[1040px] pt-6 pb-20 lg:pt-10">
          <Opened key={token} token={token} />
        </div>
      </PublicShell>
    </PageQueries>
  );
}

/** Who asks too often is told to wait, and the link holds. */
const isDead = (error: Error) => isRefusal(error) && error.status !== 429;

function Opened({ token }: { token: string }) {
  const key = ['approval', token];
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(readApprovalLink, { body: { token }, signal }),
    enabled: token !== '',
  });
  if (query.data !== undefined) {
    return (
      <Shown
        shown={query.data}
        token={token}
        onAnswered={(shown) => queries.setQueryData(key, shown)}
        onChanged={() => void query.refetch()}
      />
    );
  }
  if (token === '' || (query.isError && isDead(query.error))) {
    return (
      <Failed
        title="Este link não abre nenhum post"
        message={query.error?.message ?? 'Abra o link inteiro, como você recebeu.'}
      />
    );
  }
  if (query.isError) {
    return (
      <Failed
        title="O post não carregou"
        message={failureText(
          query.error,
          'Não foi possível falar com a Pontual. Verifique sua internet e tente de novo.',
        )}
        onRetry={() => void query.refetch()}
        isBusy={query.isRefetching}
      />
    );
  }
  return (
    <Skeleton className="grid gap-6 lg:grid-cols-[320px_minmax(0,1fr)]">
      <Bone className="h-[560px] w-full rounded-lg!" />
      <Bone className="h-44 w-full rounded-lg!" />
    </Skeleton>
  );
}

function Failed(props: { title: string; message: string; onRetry?: () => void; isBusy?: boolean }) {
  const { title, message, onRetry, isBusy = false } = props;
  return (
    <>
      <h1 className="sr-only">Aprovar um post</h1>
      <Card role="alert" className="mx-auto max-w-[560px]">
        <ErrorState
          title={title}
          message={message}
          icon={onRetry === undefined ? <Link2Off size={24} /> : undefined}
          actions={
            onRetry === undefined ? undefined : (
              <Button variant="line" busy={isBusy} busyLabel="Carregando..." onClick={onRetry}>
                Tentar de novo
              </Button>
            )
          }
        />
      </Card>
    </>
  );
}

interface ShownProps {
  shown: ShownForApproval;
  token: string;
  onAnswered: (shown: ShownForApproval) => void;
  /** The post says something else by now. */
  onChanged: () => void;
}

/** The phone at the left, the words and the answer at the right; one over the other on a phone. */
function Shown({ shown, token, onAnswered, onChanged }: ShownProps) {
  const { post, username } = shown;
  const [likes] = useState(someLikes);
  const heading = useRef<HTMLHeadingElement>(null);
  const face = username === null ? null : { instagramUsername: username, ...noFace };
  return (
    <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[320px_minmax(0,1fr)] lg:gap-14">
      <header className="lg:col-start-2">
        <h1
          ref={heading}
          tabIndex={-1}
          className="h-section text-balance shadow-none! outline-none!"
        >
          {titleOf(shown)}
        </h1>
        <p className="mt-3 text-lg text-pretty text-ink-2">{leadOf(shown, useMinute())}</p>
      </header>
      <aside
        aria-label="Prévia do post"
        className="grid w-full max-w-[320px] grid-cols-1 justify-self-center lg:col-start-1 lg:row-span-2 lg:row-start-1"
      >
        <PhonePreview form={formShown(shown)} type={post.mediaType} user={face} likes={likes} />
      </aside>
      <div className="grid grid-cols-1 gap-6 lg:col-start-2">
        <ShownFacts shown={shown} />
        <AnswerForm
          shown={shown}
          token={token}
          after={heading}
          onAnswered={onAnswered}
          onChanged={onChanged}
        />
      </div>
    </div>
  );
}

const noFace = { profilePicture: null, email: '' };

function titleOf({ approval, isOver }: ShownForApproval): string {
  if (approval.state === 'approved') return 'Post aprovado';
  if (isOver) return 'Este post já saiu';
  return approval.state === 'change_asked' ? 'Mudança pedida' : 'Aprovar este post?';
}

import { readApprovalLink, type ApprovalPreview } from '@pontual/contract/planning/approvals.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link2Off } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { isRefusal } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { PageQueryClient } from '../../api/page-query-client.tsx';
import { createRandomLikes, PhonePreview } from '../../composer/preview/post-preview.tsx';
import { QueryState } from '../../ui/page/query-state.tsx';
import { useMinute } from '../../ui/page/use-minute.ts';
import { PublicShell } from '../../ui/page/public-shell.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SkeletonBar, Skeleton } from '../../ui/skeleton.tsx';
import { AnswerForm } from './answer-form.tsx';
import { approvalPreviewForm } from './preview-form.ts';
import { approvalLead } from './approval-lead.ts';
import { ApprovalFacts } from './approval-facts.tsx';

export function ApprovePage() {
  const token = useLocation().hash.slice(1);
  return (
    <PageQueryClient>
      <PublicShell>
        <title>Aprovar um post · Pontual</title>
        <div className="page-gutter mx-auto max-w-[1040px] pt-6 pb-20 lg:pt-10">
          <ApprovalLoader key={token} token={token} />
        </div>
      </PublicShell>
    </PageQueryClient>
  );
}

/** A rate-limited request must wait, but its link stays valid. */
const isInvalidLink = (error: Error) => isRefusal(error) && error.status !== 429;

function ApprovalLoader({ token }: { token: string }) {
  const key = ['approval', token];
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(readApprovalLink, { body: { token }, signal }),
    enabled: token !== '',
  });
  if (token === '') {
    return (
      <>
        <HiddenTitle />
        <InvalidLink message="Abra o link inteiro, como você recebeu." />
      </>
    );
  }
  return (
    <>
      {query.data === undefined ? <HiddenTitle /> : null}
      <QueryState
        query={query}
        failed={{
          title: 'O post não carregou',
          fallback: 'Não foi possível falar com a Pontual. Verifique sua internet e tente de novo.',
        }}
        loading={
          <Skeleton className="grid gap-6 lg:grid-cols-[320px_minmax(0,1fr)]">
            <SkeletonBar className="h-[560px] w-full rounded-lg!" />
            <SkeletonBar className="h-44 w-full rounded-lg!" />
          </Skeleton>
        }
        renderRefused={(error) =>
          isInvalidLink(error) ? <InvalidLink message={error.message} /> : undefined
        }
        className={panelClass}
      >
        {(view) => (
          <ApprovalView
            view={view}
            token={token}
            onAnswered={(shown) => queries.setQueryData(key, shown)}
            onChanged={() => void query.refetch()}
          />
        )}
      </QueryState>
    </>
  );
}

const HiddenTitle = () => <h1 className="sr-only">Aprovar um post</h1>;

const panelClass = 'mx-auto max-w-[560px]';

const InvalidLink = ({ message }: { message: string }) => (
  <Card role="alert" className={panelClass}>
    <ErrorState
      title="Este link não abre nenhum post"
      message={message}
      icon={<Link2Off size={24} />}
    />
  </Card>
);

interface ApprovalViewProps {
  view: ApprovalPreview;
  token: string;
  onAnswered: (view: ApprovalPreview) => void;
  onChanged: () => void;
}

function ApprovalView({ view, token, onAnswered, onChanged }: ApprovalViewProps) {
  const { post, username } = view;
  const [likes] = useState(createRandomLikes);
  const heading = useRef<HTMLHeadingElement>(null);
  const instagramProfile =
    username === null ? null : { instagramUsername: username, ...emptyProfile };
  return (
    <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[320px_minmax(0,1fr)] lg:gap-14">
      <header className="lg:col-start-2">
        <h1
          ref={heading}
          tabIndex={-1}
          className="h-section text-balance shadow-none! outline-none!"
        >
          {approvalTitle(view)}
        </h1>
        <p className="mt-3 text-lg text-pretty text-ink-2">{approvalLead(view, useMinute())}</p>
      </header>
      <aside
        aria-label="Prévia do post"
        className="grid w-full max-w-[320px] grid-cols-1 justify-self-center lg:col-start-1 lg:row-span-2 lg:row-start-1"
      >
        <PhonePreview
          form={approvalPreviewForm(view)}
          type={post.mediaType}
          user={instagramProfile}
          likes={likes}
        />
      </aside>
      <div className="grid grid-cols-1 gap-6 lg:col-start-2">
        <ApprovalFacts view={view} />
        <AnswerForm
          view={view}
          token={token}
          focusTarget={heading}
          onAnswered={onAnswered}
          onChanged={onChanged}
        />
      </div>
    </div>
  );
}

const emptyProfile = { profilePicture: null, email: '' };

function approvalTitle({ approval, isOver }: ApprovalPreview): string {
  if (approval.state === 'approved') return 'Post aprovado';
  if (isOver) return 'Este post já saiu';
  if (approval.state === 'change_requested') return 'Mudança pedida';
  return approval.needsOther ? 'O que acha deste post?' : 'Aprovar este post?';
}

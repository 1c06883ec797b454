import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { CircleCheck } from 'lucide-react';
import type { RefObject } from 'react';
import { formatInAccount, useInstagramAccountNames } from '../instagram/instagram-account-names.ts';
import { Alert } from '../ui/alert.tsx';
import { UnconnectedWarning } from '../posts/unconnected-warning.tsx';
import { readNow } from '../posts/now.ts';
import { relativeDay } from '../ui/dates/day-text.ts';
import { getDueAt } from '../posts/due-at.ts';
import type { DoneState } from './wizard-state.ts';

export function SuccessStep(props: {
  wizard: DoneState;
  heading: RefObject<HTMLHeadingElement | null>;
}) {
  const { wizard, heading } = props;
  const { post, warning, frame } = wizard;
  const Heading = frame === 'page' ? 'h1' : 'h3';
  const isDraft = post.status === 'draft';
  const accountSuffix = formatInAccount(useInstagramAccountNames()(post));
  const dueAt = isDraft ? null : getDueAt(post);
  return (
    <output className="grid content-center justify-items-center gap-2 py-16 text-center lg:py-32">
      <span className="mb-2 grid size-13 place-items-center rounded-full bg-pub-soft text-pub-text">
        <CircleCheck size={26} />
      </span>
      <Heading ref={heading} tabIndex={-1} className="h-dialog shadow-none! outline-none!">
        {isDraft ? 'Sucesso!' : 'Post Agendado!'}
      </Heading>
      {isDraft ? (
        <p className="text-ink-2">
          Rascunho salvo{accountSuffix}. Ele espera por você no calendário.
        </p>
      ) : null}
      {dueAt === null ? null : (
        <p className="tnum text-ink-2">
          {relativeDay(dueAt, readNow())}, {formatTime(dueAt)}
          {accountSuffix}
        </p>
      )}
      {post.demo && !isDraft ? (
        <UnconnectedWarning demo className="mt-4 max-w-[440px] text-left" />
      ) : null}
      {warning === null ? null : (
        <Alert tone="warn" className="mt-4 max-w-[440px] text-left">
          {warning}
        </Alert>
      )}
    </output>
  );
}

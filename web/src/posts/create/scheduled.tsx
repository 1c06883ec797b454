import { formatTime } from '@pontual/contract/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { CircleCheck } from 'lucide-react';
import type { RefObject } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { readNow } from '../now.ts';
import { plannedAt, spokenDay } from '../schedule/timeline-groups.ts';

/** The last step: the post exists. */
export function Scheduled(props: {
  post: Post;
  warning: string | null;
  heading: RefObject<HTMLHeadingElement | null>;
}) {
  const { post, warning, heading } = props;
  const planned = plannedAt(post);
  return (
    <output className="grid content-center justify-items-center gap-2 py-16 text-center lg:py-32">
      <span className="mb-2 grid size-13 place-items-center rounded-full bg-pub-soft text-pub-text">
        <CircleCheck size={26} />
      </span>
      <h3 ref={heading} tabIndex={-1} className="h-dialog shadow-none! outline-none!">
        Post Agendado!
      </h3>
      {planned === null ? null : (
        <p className="tnum text-ink-2">
          {spokenDay(planned, readNow())}, {formatTime(planned)}
        </p>
      )}
      {post.demo ? (
        <p className="max-w-[42ch] text-pretty text-ink-2">
          Demonstração: só será publicado se uma conta do Instagram for conectada antes da hora.
        </p>
      ) : null}
      {warning === null ? null : (
        <Notice tone="warn" className="mt-4 max-w-[440px] text-left">
          {warning}
        </Notice>
      )}
    </output>
  );
}

import { ArrowRight, Check, ChevronDown, Link2 } from 'lucide-react';
import { Link } from 'react-router';
import { Button } from '../../ui/button.tsx';
import type { Answer } from './faq/answer.ts';

interface AnswerItemProps {
  answer: Answer;
  /** Shown in search results. */
  category: string;
  open: boolean;
}

/** The find-in-page function of the browser opens it too. */
export function AnswerItem({ answer, category, open }: AnswerItemProps) {
  return (
    <details id={answer.id} open={open} className="group scroll-mt-6 border-b border-line">
      <summary className="flex min-h-15 list-none items-center justify-between gap-4 rounded-sm px-1 py-3.5 lg:min-h-[66px] [&::-webkit-details-marker]:hidden">
        <span className="grid gap-0.5">
          <span data-part="category" hidden className="text-xs text-ink-3">
            {category}
          </span>
          <h3 className="text-[1.0625rem] leading-[1.35] font-semibold text-pretty lg:text-lg lg:leading-[1.35]">
            {answer.question}
          </h3>
          <span
            data-part="excerpt"
            hidden
            className="line-clamp-2 text-sm text-ink-2 group-open:hidden"
          />
        </span>
        <ChevronDown
          size={20}
          className="text-ink-3 transition-transform group-open:rotate-180 motion-reduce:transition-none"
        />
      </summary>
      <div className="grid max-w-[668px] gap-3 px-1 pb-6 text-[1rem] leading-[1.6] text-pretty text-ink-2 lg:pr-6">
        {answer.blocks.map((block) =>
          typeof block === 'string' ? (
            <p key={block}>{block}</p>
          ) : (
            <ul key={block[0]} className="grid list-disc gap-1.5 pl-5 marker:text-ink-3">
              {block.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          ),
        )}
        <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
          {answer.link === undefined ? null : (
            <Link
              to={answer.link.to}
              className="text-link inline-flex! items-center gap-1.5 text-sm text-ink"
            >
              {answer.link.label}
              <ArrowRight size={15} />
            </Link>
          )}
          <CopyLink question={answer.question} />
        </div>
      </div>
    </details>
  );
}

function CopyLink({ question }: { question: string }) {
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        data-part="copy"
        aria-label={`Copiar link de “${question}”`}
        className="group/copy -ml-[9px] noscript:hidden"
        icon={
          <>
            <Link2 size={15} className="group-data-copied/copy:hidden" />
            <Check size={15} className="hidden group-data-copied/copy:block" />
          </>
        }
      >
        <span data-part="copy-label">Copiar link</span>
      </Button>
      <output className="sr-only" />
    </>
  );
}

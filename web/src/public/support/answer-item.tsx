import { ArrowRight, Check, ChevronDown, Link2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../ui/button.tsx';
import type { Answer } from './faq/answer.ts';
import { excerpt, highlight } from './faq-search.ts';

interface AnswerItemProps {
  answer: Answer;
  category?: string | undefined;
  query: string;
  open: boolean;
  onOpen: (open: boolean) => void;
}

/** The find-in-page function of the browser opens it too. */
export function AnswerItem({ answer, category, query, open, onOpen }: AnswerItemProps) {
  return (
    <details
      id={answer.id}
      open={open}
      onToggle={(event) => onOpen(event.currentTarget.open)}
      className="group scroll-mt-6 border-b border-line"
    >
      <summary className="flex min-h-15 list-none items-center justify-between gap-4 rounded-sm px-1 py-3.5 lg:min-h-[66px] [&::-webkit-details-marker]:hidden">
        <span className="grid gap-0.5">
          {category === undefined ? null : <span className="text-xs text-ink-3">{category}</span>}
          <h3 className="text-[1.0625rem] leading-[1.35] font-semibold text-pretty lg:text-lg lg:leading-[1.35]">
            <Highlighted text={answer.question} query={query} />
          </h3>
          {query === '' ? null : (
            <span className="line-clamp-2 text-sm text-ink-2 group-open:hidden">
              <Highlighted text={excerpt(answer, query)} query={query} />
            </span>
          )}
        </span>
        <ChevronDown
          size={20}
          className="text-ink-3 transition-transform group-open:rotate-180 motion-reduce:transition-none"
        />
      </summary>
      <div className="grid max-w-[668px] gap-3 px-1 pb-6 text-[1rem] leading-[1.6] text-pretty text-ink-2 lg:pr-6">
        {answer.blocks.map((block) =>
          typeof block === 'string' ? (
            <p key={block}>
              <Highlighted text={block} query={query} />
            </p>
          ) : (
            <ul key={block[0]} className="grid list-disc gap-1.5 pl-5 marker:text-ink-3">
              {block.map((item) => (
                <li key={item}>
                  <Highlighted text={item} query={query} />
                </li>
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
          <CopyLink answer={answer} />
        </div>
      </div>
    </details>
  );
}

function Highlighted({ text, query }: { text: string; query: string }) {
  if (query === '') return text;
  return highlight(text, query).map(({ text: part, isFound }, index) =>
    isFound ? (
      // A part may occur twice in a text.
      // oxlint-disable-next-line react/no-array-index-key
      <mark key={index} className="rounded-xs bg-ipe-soft text-ink">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}

const COPY_FAILED = 'O link está na barra de endereço';

function CopyLink({ answer }: { answer: Answer }) {
  const [copyStatus, setCopyStatus] = useState<string>();
  const copy = async () => {
    const { origin, pathname } = globalThis.location;
    const url = `${origin}${pathname}#${answer.id}`;
    // If the browser blocks the clipboard, the address bar has the URL.
    globalThis.history.replaceState(globalThis.history.state, '', url);
    await globalThis.navigator.clipboard.writeText(url);
  };
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-label={`Copiar link de “${answer.question}”`}
        className="-ml-[9px] noscript:hidden"
        icon={copyStatus === undefined ? <Link2 size={15} /> : <Check size={15} />}
        onClick={() =>
          void copy().then(
            () => setCopyStatus('Link copiado'),
            () => setCopyStatus(COPY_FAILED),
          )
        }
      >
        {copyStatus ?? 'Copiar link'}
      </Button>
      <output className="sr-only">{copyStatus}</output>
    </>
  );
}

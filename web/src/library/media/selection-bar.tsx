import { mediaTypeNames, suggestMediaType } from '@pontual/contract/posts/post-rules.ts';
import { MAX_CAROUSEL_ITEMS } from '@pontual/contract/shared/instagram-limits.ts';
import { useRef } from 'react';
import { MediaThumb } from '../../posts/media-thumb.tsx';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/alert.tsx';
import { buildHint, isFull, type MediaSelection, type Hint } from './media-selection.ts';

interface SelectionBarProps {
  chosen: MediaSelection;
  onClear: () => void;
  onCreate: () => void;
}

export function SelectionBar({ chosen, onClear, onCreate }: SelectionBarProps) {
  const hint = buildHint(chosen);
  const summary = useRef<HTMLOutputElement>(null);
  return (
    <section
      aria-label="Selecionados"
      className="sticky bottom-[calc(72px+env(safe-area-inset-bottom))] z-10 mt-4 rounded-lg border border-line bg-surface p-3.5 shadow-pop lg:bottom-4 lg:p-4"
    >
      <div aria-live="polite">
        {hint?.isError === true ? (
          <Alert tone="warn" className="mb-3">
            {hint.text}
          </Alert>
        ) : null}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        {chosen.length === 0 ? null : (
          <ol aria-hidden="true" className="flex shrink-0 lg:gap-1.5">
            {chosen.map(({ _id, kind, url, thumbnailUrl }) => (
              <li key={_id} className="max-lg:not-first:-ml-3">
                <MediaThumb
                  item={{ type: kind, url, thumbnailUrl }}
                  type={kind === 'video' ? 'VIDEO' : 'IMAGE'}
                  className="h-[35px] w-7 rounded-sm shadow-[0_0_0_2px_var(--surface)] lg:h-10 lg:w-8"
                />
              </li>
            ))}
          </ol>
        )}
        <output
          ref={summary}
          tabIndex={-1}
          className="tnum min-w-0 flex-1 basis-52 text-sm shadow-none! outline-none!"
        >
          <b className="block font-semibold">{describeSelection(chosen)}</b>
          <span className="block text-xs text-ink-3">{describeNextStep(chosen, hint)}</span>
        </output>
        {chosen.length === 0 ? null : (
          <div className="flex gap-2 max-lg:w-full max-lg:*:flex-1">
            <Button
              variant="ghost"
              onClick={() => {
                onClear();
                summary.current?.focus({ preventScroll: true });
              }}
            >
              Limpar
            </Button>
            <Button variant="ipe" onClick={onCreate}>
              Criar post
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

function describeSelection(chosen: MediaSelection): string {
  if (chosen.length === 0) return 'Nenhum arquivo selecionado';
  if (chosen.length === 1) return '1 arquivo selecionado';
  const type = suggestMediaType(chosen.map(({ kind }) => kind));
  return `${chosen.length} arquivos, um ${mediaTypeNames[type].toLowerCase()}`;
}

function describeNextStep(chosen: MediaSelection, hint: Hint | null): string {
  const maxFiles = MAX_CAROUSEL_ITEMS;
  if (chosen.length === 0) return `Escolha até ${maxFiles}, na ordem em que saem no post.`;
  if (chosen.length === 1) return `Com mais, até ${maxFiles}, o post vira um carrossel.`;
  if (isFull(chosen)) return `É o máximo: um post leva até ${maxFiles}.`;
  return hint?.isError === false ? hint.text : 'Saem na ordem escolhida.';
}

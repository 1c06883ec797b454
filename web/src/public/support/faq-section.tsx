import { supportCategoryNames } from '@pontual/contract/operations/support-categories.ts';
import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useLocation } from 'react-router';
import { useHydrated } from '../../ui/page/use-hydrated.ts';
import { buttonClass, Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { AnswerItem } from './answer-item.tsx';
import { CategoryTabs } from './category-tabs.tsx';
import type { Answer } from './faq/answer.ts';
import { faq } from './faq/faq.ts';
import { CONTACT_CARD_ID } from './contact-card.tsx';
import { findAnswerByHash, search } from './faq-search.ts';

const FIRST_CATEGORY = 'geral';
/** The first answer of each category is open, so that the page is not only a list of questions. */
const firstAnswers = faq.flatMap(({ answers: [first] }) => (first === undefined ? [] : [first.id]));

export function FaqSection() {
  const location = useLocation();
  const { hash } = location;
  const [query, setQuery] = useState('');
  // The server does not know the URL hash.
  const isHydrated = useHydrated();
  const first = isHydrated ? hash : '';
  const [category, setCategory] = useState(findAnswerByHash(first)?.category ?? FIRST_CATEGORY);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => openWithLinked(firstAnswers, first));
  const field = useRef<HTMLInputElement>(null);
  const clear = () => {
    setQuery('');
    field.current?.focus();
  };
  const isSearching = query.trim() !== '';
  const found = search(query);

  const [handledLocation, setHandledLocation] = useState(isHydrated ? location : null);
  if (isHydrated && handledLocation !== location) {
    setHandledLocation(location);
    const linked = findAnswerByHash(hash);
    if (linked !== undefined) {
      setQuery('');
      setCategory(linked.category);
      setOpen(openWithLinked(open, hash));
    }
  }
  const isHydrating = useRef(!isHydrated);
  useEffect(() => {
    if (handledLocation !== location) return;
    const canMoveFocus = !isHydrating.current || document.activeElement === document.body;
    isHydrating.current = false;
    if (!canMoveFocus) return;
    const linked = findAnswerByHash(location.hash);
    const item = linked && document.getElementById(linked.answer.id);
    item?.scrollIntoView({ block: 'start' });
    item?.querySelector('summary')?.focus({ preventScroll: true });
  }, [handledLocation, location]);

  const renderAnswer = (answer: Answer, name?: string) => (
    <AnswerItem
      key={answer.id}
      answer={answer}
      category={name}
      query={query}
      open={open.has(answer.id)}
      onOpen={(isOpen) => setOpen((known) => toggleOpen(known, answer.id, isOpen))}
    />
  );

  return (
    <section aria-label="Perguntas frequentes" className="@container min-w-0">
      <SearchField field={field} query={query} onQuery={setQuery} onClear={clear} />
      {/* Rendered before its text exists, because screen readers miss a new live region. */}
      <output
        className={
          isSearching ? 'block border-b border-line py-3 text-sm font-semibold' : 'sr-only'
        }
      >
        {isSearching ? resultText(found.length, query.trim()) : null}
      </output>
      {isSearching ? (
        <>
          <h2 className="sr-only">Respostas encontradas</h2>
          {found.map(({ answer, category: of }) => renderAnswer(answer, supportCategoryNames[of]))}
          {found.length > 0 ? null : <NothingFound onClear={clear} />}
        </>
      ) : (
        <CategoryTabs chosen={category} onChoose={setCategory}>
          {(each) => (
            <>
              <h2 className="sr-only noscript:not-sr-only noscript:mt-8 noscript:h-card">
                {supportCategoryNames[each]}
              </h2>
              {faq.find(({ id }) => id === each)?.answers.map((answer) => renderAnswer(answer))}
            </>
          )}
        </CategoryTabs>
      )}
    </section>
  );
}

function toggleOpen(ids: ReadonlySet<string>, id: string, isOpen: boolean): ReadonlySet<string> {
  if (ids.has(id) === isOpen) return ids;
  return isOpen ? new Set([...ids, id]) : new Set([...ids].filter((other) => other !== id));
}

function resultText(count: number, searchText: string): string {
  if (count === 0) return `Nenhuma resposta para “${searchText}”`;
  return `${count === 1 ? '1 resposta' : `${count} respostas`} para “${searchText}”`;
}

function openWithLinked(ids: Iterable<string>, hash: string): ReadonlySet<string> {
  const linked = findAnswerByHash(hash);
  return new Set(linked === undefined ? ids : [...ids, linked.answer.id]);
}

interface SearchFieldProps {
  field: RefObject<HTMLInputElement | null>;
  query: string;
  onQuery: (query: string) => void;
  onClear: () => void;
}

function SearchField({ field, query, onQuery, onClear }: SearchFieldProps) {
  return (
    <search className="relative mb-3 block lg:mb-4 noscript:hidden">
      <Search
        size={18}
        className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-ink-3"
      />
      <input
        ref={field}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label="Buscar nas respostas"
        placeholder="Buscar nas respostas"
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onQuery('');
        }}
        className="min-h-12 w-full rounded-full border-[1.5px] border-line-strong bg-surface pr-13 pl-11 text-base max-lg:text-[16px]"
      />
      {query === '' ? null : (
        <IconButton
          label="Limpar busca"
          className="absolute top-1/2 right-1 -translate-y-1/2"
          icon={<X size={18} />}
          onClick={onClear}
        />
      )}
    </search>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <div className="py-6">
      <p className="max-w-[520px] text-pretty text-ink-2">
        Tente outra palavra, como senha, vídeo ou reembolso. Ou conte para nós: respondemos em até
        24 horas.
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="line" onClick={onClear}>
          Ver todas as perguntas
        </Button>
        <a href={`#${CONTACT_CARD_ID}`} className={buttonClass({ variant: 'ghost' })}>
          Escrever para o suporte
        </a>
      </div>
    </div>
  );
}

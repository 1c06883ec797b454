import { supportCategoryNames } from '@pontual/contract/support-categories.ts';
import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useLocation } from 'react-router';
import { useHydrated } from '../shell/hydrated.ts';
import { buttonClass, Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { AnswerItem } from './answer-item.tsx';
import { CategoryTabs } from './category-tabs.tsx';
import type { Answer } from './faq/answer.ts';
import { faq } from './faq/faq.ts';
import { CONTACT } from './contact-card.tsx';
import { answerAt, search } from './search.ts';

const FIRST = 'geral';
/** Of each category the first answer stands open, so that nobody meets a wall of questions. */
const firstAnswers = faq.flatMap(({ answers: [first] }) => (first === undefined ? [] : [first.id]));

/** All answers: by category, or those that have the words that are looked for. */
export function Help() {
  const location = useLocation();
  const { hash } = location;
  const [query, setQuery] = useState('');
  // A page rendered to HTML has no answer that its address names.
  const isHydrated = useHydrated();
  const first = isHydrated ? hash : '';
  const [category, setCategory] = useState(answerAt(first)?.category ?? FIRST);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => opened(firstAnswers, first));
  const field = useRef<HTMLInputElement>(null);
  const clear = () => {
    setQuery('');
    // The button that was pressed is gone.
    field.current?.focus();
  };
  const isSearching = query.trim() !== '';
  const found = search(query);

  const [arrived, setArrived] = useState(isHydrated ? location : null);
  if (isHydrated && arrived !== location) {
    setArrived(location);
    const named = answerAt(hash);
    if (named !== undefined) {
      setQuery('');
      setCategory(named.category);
      setOpen(opened(open, hash));
    }
  }
  const isTakingUp = useRef(!isHydrated);
  // Where the page stands, and who has the focus, belongs to the document.
  useEffect(() => {
    if (arrived !== location) return;
    // Whoever was faster than the application keeps the focus that they have, and their place.
    const isFree = !isTakingUp.current || document.activeElement === document.body;
    isTakingUp.current = false;
    if (!isFree) return;
    const named = answerAt(location.hash);
    const item = named && document.getElementById(named.answer.id);
    item?.scrollIntoView({ block: 'start' });
    item?.querySelector('summary')?.focus({ preventScroll: true });
  }, [arrived, location]);

  const itemOf = (answer: Answer, name?: string) => (
    <AnswerItem
      key={answer.id}
      answer={answer}
      category={name}
      query={query}
      open={open.has(answer.id)}
      onOpen={(isOpen) => setOpen((known) => toggled(known, answer.id, isOpen))}
    />
  );

  return (
    <section aria-label="Perguntas frequentes" className="@container min-w-0">
      <SearchField field={field} query={query} onQuery={setQuery} onClear={clear} />
      {/* There before it has anything to say: only then is it read out. */}
      <output
        className={
          isSearching ? 'block border-b border-line py-3 text-sm font-semibold' : 'sr-only'
        }
      >
        {isSearching ? outcome(found.length, query.trim()) : null}
      </output>
      {isSearching ? (
        <>
          <h2 className="sr-only">Respostas encontradas</h2>
          {found.map(({ answer, category: of }) => itemOf(answer, supportCategoryNames[of]))}
          {found.length > 0 ? null : <NothingFound onClear={clear} />}
        </>
      ) : (
        <CategoryTabs chosen={category} onChoose={setCategory}>
          {(each) => (
            <>
              <h2 className="sr-only noscript:not-sr-only noscript:mt-8 noscript:h-card">
                {supportCategoryNames[each]}
              </h2>
              {faq.find(({ id }) => id === each)?.answers.map((answer) => itemOf(answer))}
            </>
          )}
        </CategoryTabs>
      )}
    </section>
  );
}

function toggled(ids: ReadonlySet<string>, id: string, isOpen: boolean): ReadonlySet<string> {
  if (ids.has(id) === isOpen) return ids;
  return isOpen ? new Set([...ids, id]) : new Set([...ids].filter((other) => other !== id));
}

function outcome(count: number, words: string): string {
  if (count === 0) return `Nenhuma resposta para “${words}”`;
  return `${count === 1 ? '1 resposta' : `${count} respostas`} para “${words}”`;
}

/** These, and the one that the address names. */
function opened(ids: Iterable<string>, hash: string): ReadonlySet<string> {
  const named = answerAt(hash);
  return new Set(named === undefined ? ids : [...ids, named.answer.id]);
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
        <a href={`#${CONTACT}`} className={buttonClass({ variant: 'ghost' })}>
          Escrever para o suporte
        </a>
      </div>
    </div>
  );
}

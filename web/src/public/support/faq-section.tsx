import { supportCategoryNames } from '@pontual/contract/operations/support-categories.ts';
import { Search, X } from 'lucide-react';
import { buttonClass, Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { AnswerItem } from './answer-item.tsx';
import { CategoryTabs } from './category-tabs.tsx';
import { faq } from './faq/faq.ts';
import { attachFaqControls } from './faq-controls.ts';
import { toRef } from '../../ui/page/to-ref.ts';
import { CONTACT_CARD_ID } from './contact-card.tsx';

const controlsRef = toRef(attachFaqControls);

/** Markup without state, for a plain page and for the application; faq-controls.ts makes it interactive. */
export function FaqSection() {
  return (
    <section
      ref={controlsRef}
      data-controls="faq"
      aria-label="Perguntas frequentes"
      className="@container min-w-0"
    >
      <SearchField />
      {/* Rendered before its text exists, because screen readers miss a new live region. */}
      <output
        data-part="count"
        className="block border-b border-line py-3 text-sm font-semibold empty:sr-only"
      />
      <div data-part="results" hidden>
        <h2 className="sr-only">Respostas encontradas</h2>
        <div data-part="found" />
        <NothingFound />
      </div>
      <CategoryTabs>
        {(category) => (
          <>
            <h2 className="sr-only noscript:not-sr-only noscript:mt-8 noscript:h-card">
              {supportCategoryNames[category]}
            </h2>
            {/* The first answer is open, so that the page is not only a list of questions. */}
            {faq
              .find(({ id }) => id === category)
              ?.answers.map((answer, index) => (
                <AnswerItem
                  key={answer.id}
                  answer={answer}
                  category={supportCategoryNames[category]}
                  open={index === 0}
                />
              ))}
          </>
        )}
      </CategoryTabs>
    </section>
  );
}

function SearchField() {
  return (
    <search className="relative mb-3 block lg:mb-4 noscript:hidden">
      <Search
        size={18}
        className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-ink-3"
      />
      <input
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label="Buscar nas respostas"
        placeholder="Buscar nas respostas"
        data-part="query"
        className="min-h-12 w-full rounded-full border-[1.5px] border-line-strong bg-surface pr-13 pl-11 text-base max-lg:text-[16px]"
      />
      <IconButton
        label="Limpar busca"
        data-part="clear"
        hidden
        className="absolute top-1/2 right-1 -translate-y-1/2"
        icon={<X size={18} />}
      />
    </search>
  );
}

function NothingFound() {
  return (
    <div data-part="none" hidden className="py-6">
      <p className="max-w-[520px] text-pretty text-ink-2">
        Tente outra palavra, como senha, vídeo ou reembolso. Ou conte para nós: respondemos em até
        24 horas.
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="line" data-part="show-all">
          Ver todas as perguntas
        </Button>
        <a href={`#${CONTACT_CARD_ID}`} className={buttonClass({ variant: 'ghost' })}>
          Escrever para o suporte
        </a>
      </div>
    </div>
  );
}

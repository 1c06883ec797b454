import {
  supportCategoryNames,
  type SupportCategory,
} from '@pontual/contract/operations/support-categories.ts';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { faq } from './faq/faq.ts';

const categories = faq.map(({ id }) => id);
const tabId = (category: SupportCategory) => `aba-${category}`;
const panelId = (category: SupportCategory) => `respostas-${category}`;

function targetIndex(key: string, from: number): number | undefined {
  const last = categories.length - 1;
  if (key === 'ArrowRight') return from === last ? 0 : from + 1;
  if (key === 'ArrowLeft') return from === 0 ? last : from - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}

interface CategoryTabsProps {
  chosen: SupportCategory;
  onChoose: (category: SupportCategory) => void;
  children: (category: SupportCategory) => ReactNode;
}

/** One tab stop; arrow keys select at once. */
export function CategoryTabs({ chosen, onChoose, children }: CategoryTabsProps) {
  const tabs = useRef<HTMLDivElement>(null);
  // Scrolls only the tab list, not the page.
  useEffect(() => {
    const list = tabs.current;
    const tab = document.getElementById(tabId(chosen));
    if (list === null || tab === null) return;
    const scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
    list.scrollTo({ left: scrollLeft });
  }, [chosen]);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = categories[targetIndex(event.key, categories.indexOf(chosen)) ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next);
    document.getElementById(tabId(next))?.focus({ preventScroll: true });
  };

  return (
    <>
      <div
        ref={tabs}
        role="tablist"
        aria-label="Categorias"
        tabIndex={-1}
        className="relative flex noscript:hidden border-b border-line max-lg:-mx-4 max-lg:scroll-fade max-lg:pl-1.5 lg:gap-x-7 lg:@max-[820px]:grid lg:@max-[820px]:grid-cols-[repeat(3,auto)] lg:@max-[445px]:grid-cols-[repeat(2,auto)] lg:@max-[820px]:justify-start"
        onKeyDown={onKeyDown}
      >
        {categories.map((category) => (
          <button
            key={category}
            id={tabId(category)}
            type="button"
            role="tab"
            aria-selected={category === chosen}
            aria-controls={panelId(category)}
            tabIndex={category === chosen ? 0 : -1}
            className="relative min-h-12 shrink-0 px-3.5 text-sm font-medium whitespace-nowrap text-ink-2 -outline-offset-3! hover:text-ink aria-selected:font-bold aria-selected:text-ink aria-selected:after:absolute aria-selected:after:inset-x-3.5 aria-selected:after:bottom-0 aria-selected:after:h-[3px] aria-selected:after:rounded-t-full aria-selected:after:bg-ink lg:justify-self-start lg:px-0 lg:aria-selected:after:inset-x-0"
            onClick={() => onChoose(category)}
          >
            {supportCategoryNames[category]}
          </button>
        ))}
      </div>
      {/* Without JavaScript the page shows every answer. */}
      {categories.map((category) => (
        <div
          key={category}
          id={panelId(category)}
          role="tabpanel"
          aria-labelledby={tabId(category)}
          className={category === chosen ? undefined : 'hidden noscript:block'}
        >
          {children(category)}
        </div>
      ))}
    </>
  );
}

import {
  supportCategoryNames,
  type SupportCategory,
} from '@pontual/contract/operations/support-categories.ts';
import type { ReactNode } from 'react';
import { faq } from './faq/faq.ts';

const categories = faq.map(({ id }) => id);
const tabId = (category: SupportCategory) => `aba-${category}`;
const panelId = (category: SupportCategory) => `respostas-${category}`;

/** The first category is chosen; faq-tabs.ts changes that. */
export function CategoryTabs({ children }: { children: (category: SupportCategory) => ReactNode }) {
  return (
    <div data-part="categories">
      <div
        role="tablist"
        aria-label="Categorias"
        tabIndex={-1}
        className="relative flex noscript:hidden border-b border-line max-lg:-mx-4 max-lg:scroll-fade max-lg:pl-1.5 lg:gap-x-7 lg:@max-[820px]:grid lg:@max-[820px]:grid-cols-[repeat(3,auto)] lg:@max-[445px]:grid-cols-[repeat(2,auto)] lg:@max-[820px]:justify-start"
      >
        {categories.map((category, index) => (
          <button
            key={category}
            id={tabId(category)}
            type="button"
            role="tab"
            aria-selected={index === 0}
            aria-controls={panelId(category)}
            tabIndex={index === 0 ? 0 : -1}
            className="relative min-h-12 shrink-0 px-3.5 text-sm font-medium whitespace-nowrap text-ink-2 -outline-offset-3! hover:text-ink aria-selected:font-bold aria-selected:text-ink aria-selected:after:absolute aria-selected:after:inset-x-3.5 aria-selected:after:bottom-0 aria-selected:after:h-[3px] aria-selected:after:rounded-t-full aria-selected:after:bg-ink lg:justify-self-start lg:px-0 lg:aria-selected:after:inset-x-0"
          >
            {supportCategoryNames[category]}
          </button>
        ))}
      </div>
      {/* Without JavaScript the page shows every answer. */}
      {categories.map((category, index) => (
        <div
          key={category}
          id={panelId(category)}
          role="tabpanel"
          aria-labelledby={tabId(category)}
          className={index === 0 ? undefined : 'hidden noscript:block'}
        >
          {children(category)}
        </div>
      ))}
    </div>
  );
}

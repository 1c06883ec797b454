import { useRef, useState, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useFocusAfterRender } from '../../ui/use-focus-after-render.ts';
import { everyTemplate, filterTemplates, type Template, type TemplateFilter } from './template.ts';
import { TemplateCard } from './template-card.tsx';
import { TemplateFilters } from './template-filters.tsx';

const PAGE_SIZE = 18;

interface TemplateListProps {
  templates: readonly Template[];
  filter: TemplateFilter;
  onFilter: (filter: TemplateFilter) => void;
  onOpen: (template: Template) => void;
  isOwn?: boolean;
  narrow?: boolean;
  aside?: ReactNode;
}

export function TemplateList(props: TemplateListProps) {
  const { templates, filter, onFilter, onOpen, isOwn = false, narrow = false, aside } = props;
  const [shown, setShown] = useState(PAGE_SIZE);
  const list = useRef<HTMLUListElement>(null);
  const found = filterTemplates(
    templates,
    isOwn ? { ...everyTemplate, searchText: filter.searchText } : filter,
  );
  const change = (next: TemplateFilter) => {
    setShown(PAGE_SIZE);
    onFilter(next);
  };
  const focusAfterClearing = useFocusAfterRender(() =>
    list.current?.querySelector('button')?.focus(),
  );
  const showMore = () => {
    const first = shown;
    setShown(first + PAGE_SIZE);
    requestAnimationFrame(() =>
      list.current?.querySelectorAll('button')[first]?.focus({ preventScroll: true }),
    );
  };
  return (
    <>
      <TemplateFilters filter={filter} onFilter={change} searchOnly={isOwn} />
      <div className="flex min-h-11 items-center justify-between gap-3 py-2">
        <output className="tnum text-xs text-ink-3">{formatTemplateCount(found.length)}</output>
        {aside}
      </div>
      {found.length === 0 ? (
        <EmptyState
          title="Nenhum modelo com esse filtro"
          action={
            <Button
              variant="line"
              onClick={() => {
                change(everyTemplate);
                focusAfterClearing();
              }}
            >
              Limpar filtros
            </Button>
          }
          className="rounded-lg border border-line bg-surface py-12"
        >
          Tente outra palavra, outro ramo ou outra ocasião.
        </EmptyState>
      ) : (
        <ul
          ref={list}
          aria-label={isOwn ? 'Meus modelos' : 'Modelos'}
          className={cx(
            'grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-2 lg:gap-4',
            !narrow && 'xl:grid-cols-3',
          )}
        >
          {found.slice(0, shown).map((template) => (
            <li key={template.id}>
              <TemplateCard template={template} onOpen={() => onOpen(template)} />
            </li>
          ))}
        </ul>
      )}
      {found.length > shown ? (
        <Button variant="line" className="mx-auto mt-5 flex!" onClick={showMore}>
          Mostrar mais {Math.min(PAGE_SIZE, found.length - shown)}
        </Button>
      ) : null}
    </>
  );
}

const formatTemplateCount = (count: number): string =>
  count === 1 ? '1 modelo' : `${count} modelos`;

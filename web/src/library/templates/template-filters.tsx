import {
  templateOccasionNames,
  templateOccasions,
  templateTradeNames,
  templateTrades,
} from '@pontual/contract/posts/template-text.ts';
import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import type { TemplateFilter } from './template.ts';

const trades = [
  { value: 'ALL', label: 'Todos os ramos' },
  ...templateTrades.map((value) => ({ value, label: templateTradeNames[value] })),
] as const;

const occasions = [
  { value: 'ALL', label: 'Todas as ocasiões' },
  ...templateOccasions.map((value) => ({ value, label: templateOccasionNames[value] })),
] as const;

interface TemplateFiltersProps {
  filter: TemplateFilter;
  onFilter: (filter: TemplateFilter) => void;
  /** Custom templates have no trade and no occasion. */
  searchOnly?: boolean;
}

export function TemplateFilters({ filter, onFilter, searchOnly = false }: TemplateFiltersProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <search className="flex flex-wrap items-center gap-2">
      <div className="relative min-w-0 flex-1 basis-64">
        <Search
          size={18}
          className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-ink-3"
        />
        <input
          ref={field}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          aria-label="Buscar modelos"
          placeholder="Buscar modelos"
          value={filter.searchText}
          onChange={({ target }) => onFilter({ ...filter, searchText: target.value })}
          className="min-h-11 w-full rounded-full border-[1.5px] border-line-strong bg-surface pr-12 pl-11 text-[16px] placeholder:text-ink-3 lg:min-h-9 lg:text-sm"
        />
        {filter.searchText === '' ? null : (
          <IconButton
            label="Limpar busca"
            icon={<X size={18} />}
            size="sm"
            className="absolute! top-0 right-1 lg:top-0.5"
            onClick={() => {
              onFilter({ ...filter, searchText: '' });
              field.current?.focus();
            }}
          />
        )}
      </div>
      {searchOnly ? null : (
        <>
          <Select
            label="Ramo"
            options={trades}
            value={filter.trade}
            onValue={(trade) => onFilter({ ...filter, trade })}
          />
          <Select
            label="Ocasião"
            options={occasions}
            value={filter.occasion}
            onValue={(occasion) => onFilter({ ...filter, occasion })}
          />
        </>
      )}
    </search>
  );
}

import { useMemo, useState } from 'react';
import { hasFailed } from '../../api/has-failed.ts';
import { paths } from '../../ui/page/paths.ts';
import { LoadError } from '../../ui/page/load-error.tsx';
import { everyTemplate, fromLibraryTemplate, type Template } from './template.ts';
import { TemplateDialog } from './template-dialog.tsx';
import { TemplateList } from './template-list.tsx';
import { TemplatesLoading } from './templates-loading.tsx';
import type { useTemplateLibrary } from './templates-queries.ts';

export function TemplateLibrary({ query }: { query: ReturnType<typeof useTemplateLibrary> }) {
  const [filter, setFilter] = useState(everyTemplate);
  const [open, setOpen] = useState<Template | null>(null);
  const { data } = query;
  const templates = useMemo(() => data?.map(fromLibraryTemplate), [data]);
  if (templates !== undefined) {
    return (
      <>
        <TemplateList templates={templates} filter={filter} onFilter={setFilter} onOpen={setOpen} />
        <TemplateDialog template={open} onClose={() => setOpen(null)} />
      </>
    );
  }
  if (!hasFailed(query)) return <TemplatesLoading />;
  return (
    <LoadError
      query={query}
      title="Erro ao carregar a biblioteca"
      fallback="Não foi possível carregar os modelos. Tente de novo."
      back={paths.dashboard}
    />
  );
}

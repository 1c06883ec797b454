import { useMemo, useState } from 'react';
import { paths } from '../../ui/page/paths.ts';
import { QueryState } from '../../ui/page/query-state.tsx';
import { useDialogState } from '../../ui/use-dialog-state.ts';
import { everyTemplate, fromLibraryTemplate, type Template } from './template.ts';
import { TemplateDialog } from './template-dialog.tsx';
import { TemplateList } from './template-list.tsx';
import { TemplatesLoading } from './templates-loading.tsx';
import type { useTemplateLibrary } from './templates-queries.ts';

export function TemplateLibrary({ query }: { query: ReturnType<typeof useTemplateLibrary> }) {
  const [filter, setFilter] = useState(everyTemplate);
  const dialog = useDialogState<Template>();
  const { data } = query;
  const templates = useMemo(() => data?.map(fromLibraryTemplate), [data]);
  return (
    <QueryState
      query={{ ...query, data: templates }}
      failed={{
        title: 'Erro ao carregar a biblioteca',
        fallback: 'Não foi possível carregar os modelos. Tente de novo.',
        back: paths.dashboard,
      }}
      loading={<TemplatesLoading />}
    >
      {(loaded) => (
        <>
          <TemplateList
            templates={loaded}
            filter={filter}
            onFilter={setFilter}
            onOpen={dialog.show}
          />
          {dialog.value === null ? null : (
            <TemplateDialog template={dialog.value} open={dialog.open} onClose={dialog.close} />
          )}
        </>
      )}
    </QueryState>
  );
}

import {
  createTemplate,
  deleteTemplate,
  TEMPLATE_LIBRARY_LIMIT,
  listCustomTemplates,
  listTemplates,
  updateTemplate,
  type CustomTemplate,
  type TemplateContent,
} from '@pontual/contract/posts/templates.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';

const TEMPLATES = ['templates'] as const;

/** Another release may have more of them. */
const STALE_MS = 3_600_000;

/** All of the library; asked for only where the plan has it. */
export function useTemplateLibrary(enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: [...TEMPLATES, 'library'],
    queryFn: async ({ signal }) =>
      (await call(listTemplates, { signal, query: { limit: TEMPLATE_LIBRARY_LIMIT } })).templates,
    staleTime: STALE_MS,
  });
}

/** What one user keeps is not shown to the next of this browser. */
function useOwnKey(): readonly unknown[] {
  const { user } = useSession();
  return [...TEMPLATES, 'own', user?._id];
}

/** What the workspace keeps of its own; asked for only on Premium. */
export function useOwnTemplates(enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: useOwnKey(),
    queryFn: async ({ signal }) => (await call(listCustomTemplates, { signal })).templates,
  });
}

/** Keeps a template: a new one, or that one written anew. */
export function useSaveTemplate(id: string | null) {
  const queries = useQueryClient();
  const key = useOwnKey();
  return useMutation({
    mutationFn: async (body: TemplateContent): Promise<CustomTemplate> =>
      id === null
        ? (await call(createTemplate, { body })).template
        : (await call(updateTemplate, { params: { id }, body })).template,
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
  });
}

export function useDeleteTemplate() {
  const queries = useQueryClient();
  const key = useOwnKey();
  return useMutation({
    mutationFn: (id: string) => call(deleteTemplate, { params: { id } }),
    // Also where it was gone already. Not waited for: the dialogs close first, knowing that it is done.
    onSettled: () => void queries.invalidateQueries({ queryKey: key }),
  });
}

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

/** In ms. The built-in templates change only with a release. */
const STALE_MS = 3_600_000;

export function useTemplateLibrary(enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: [...TEMPLATES, 'library'],
    queryFn: async ({ signal }) =>
      (await call(listTemplates, { signal, query: { limit: TEMPLATE_LIBRARY_LIMIT } })).templates,
    staleTime: STALE_MS,
  });
}

/** Includes the user: the next user of this browser must not see the templates. */
function useOwnKey(): readonly unknown[] {
  const { user } = useSession();
  return [...TEMPLATES, 'own', user?._id];
}

export function useOwnTemplates(enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: useOwnKey(),
    queryFn: async ({ signal }) => (await call(listCustomTemplates, { signal })).templates,
  });
}

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
    // Also after an error: another client may have deleted it. Not awaited, so that the dialogs close first.
    onSettled: () => void queries.invalidateQueries({ queryKey: key }),
  });
}

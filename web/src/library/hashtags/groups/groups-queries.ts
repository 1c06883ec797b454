import {
  createHashtagGroup,
  deleteHashtagGroup,
  listHashtagGroups,
  updateHashtagGroup,
  type GroupContent,
  type HashtagGroup,
} from '@pontual/contract/posts/hashtag-groups.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { useSession } from '../../../api/session.tsx';

/** Includes the user: the next user of this browser must not see the groups. */
function useGroupsKey(): readonly unknown[] {
  const { user } = useSession();
  return ['hashtag-groups', user?._id];
}

export function useHashtagGroups() {
  return useQuery({
    queryKey: useGroupsKey(),
    queryFn: async ({ signal }) => (await call(listHashtagGroups, { signal })).groups,
  });
}

export function useSaveGroup() {
  const queries = useQueryClient();
  const key = useGroupsKey();
  return useMutation({
    mutationFn: async ({ id, body }: { id: string | null; body: GroupContent }) =>
      id === null
        ? (await call(createHashtagGroup, { body })).group
        : (await call(updateHashtagGroup, { params: { id }, body })).group,
    onSuccess: (group) => {
      queries.setQueryData<HashtagGroup[]>(key, (groups = []) => [
        ...groups.filter(({ _id }) => _id !== group._id),
        group,
      ]);
      return queries.invalidateQueries({ queryKey: key });
    },
  });
}

export function useDeleteGroup() {
  const queries = useQueryClient();
  const key = useGroupsKey();
  return useMutation({
    mutationFn: (id: string) => call(deleteHashtagGroup, { params: { id } }),
    // Also after an error: another client may have deleted the group.
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}

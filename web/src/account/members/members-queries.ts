import type { RequestOf } from '@pontual/contract/shared/endpoint.ts';
import {
  changeRole,
  inviteMember,
  listMembers,
  nameTeam,
  readAudit,
  removeMember,
  resendInvitation,
  revokeInvitation,
} from '@pontual/contract/identity/members.ts';
import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { ACCOUNT } from '../../api/query-keys.ts';
import { refreshSession } from '../../api/session.tsx';

const MEMBERS = [...ACCOUNT, 'members'];

const membersQuery = queryOptions({
  queryKey: [...MEMBERS, 'list'],
  queryFn: ({ signal }) => call(listMembers, { signal }),
  // No live event reports an invitation that is answered on another device.
  staleTime: 0,
});

const auditQuery = infiniteQueryOptions({
  queryKey: [...MEMBERS, 'trail'],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ signal, pageParam }) => call(readAudit, { query: { before: pageParam }, signal }),
  getNextPageParam: ({ entries, hasMore }) => (hasMore ? entries.at(-1)?._id : undefined),
  staleTime: 0,
});

export const useMembers = () => useQuery(membersQuery);
export const useAuditLog = () => useInfiniteQuery(auditQuery);

function useMemberChange<In, Out>(change: (input: In) => Promise<Out>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    // The mutation does not wait for the refetch: the row may unmount, and its callbacks would not run.
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: MEMBERS });
      void refreshSession();
    },
  });
}

export const useInviteMember = () =>
  useMemberChange((body: RequestOf<typeof inviteMember>['body']) => call(inviteMember, { body }));

export const useResendInvitation = () =>
  useMemberChange((id: string) => call(resendInvitation, { params: { id } }));

export const useRevokeInvitation = () =>
  useMemberChange((id: string) => call(revokeInvitation, { params: { id } }));

export const useChangeRole = () =>
  useMemberChange(({ id, role }: { id: string } & RequestOf<typeof changeRole>['body']) =>
    call(changeRole, { params: { id }, body: { role } }),
  );

export const useRemoveMember = () =>
  useMemberChange((id: string) => call(removeMember, { params: { id } }));

export const useRenameTeam = () =>
  useMemberChange((name: string) => call(nameTeam, { body: { name } }));

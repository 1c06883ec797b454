import type { RequestOf } from '@pontual/contract/endpoint.ts';
import {
  changeRole,
  invitePerson,
  listPeople,
  nameTeam,
  readAudit,
  removePerson,
  resendInvitation,
  revokeInvitation,
} from '@pontual/contract/people.ts';
import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { ACCOUNT } from '../api/query-keys.ts';
import { refreshSession } from '../api/session.tsx';

const PEOPLE = [ACCOUNT, 'people'];

const peopleQuery = queryOptions({
  queryKey: [...PEOPLE, 'list'],
  queryFn: ({ signal }) => call(listPeople, { signal }),
  // Nothing tells of an invitation that is answered elsewhere.
  staleTime: 0,
});

const trailQuery = infiniteQueryOptions({
  queryKey: [...PEOPLE, 'trail'],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ signal, pageParam }) => call(readAudit, { query: { before: pageParam }, signal }),
  getNextPageParam: ({ entries, hasMore }) => (hasMore ? entries.at(-1)?._id : undefined),
  staleTime: 0,
});

export const usePeople = () => useQuery(peopleQuery);
export const useTrail = () => useInfiniteQuery(trailQuery);

/** Does something to people, and has the page fetched again however it ended. */
function useChange<In, Out>(change: (given: In) => Promise<Out>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    // Nobody waits for it: what a press does next must not be lost with the row that it was in.
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: PEOPLE });
      void refreshSession();
    },
  });
}

export const useInvite = () =>
  useChange((body: RequestOf<typeof invitePerson>['body']) => call(invitePerson, { body }));

export const useResend = () =>
  useChange((id: string) => call(resendInvitation, { params: { id } }));

export const useRevoke = () =>
  useChange((id: string) => call(revokeInvitation, { params: { id } }));

export const useChangeRole = () =>
  useChange(({ id, role }: { id: string } & RequestOf<typeof changeRole>['body']) =>
    call(changeRole, { params: { id }, body: { role } }),
  );

export const useRemovePerson = () =>
  useChange((id: string) => call(removePerson, { params: { id } }));

export const useNameTeam = () => useChange((name: string) => call(nameTeam, { body: { name } }));

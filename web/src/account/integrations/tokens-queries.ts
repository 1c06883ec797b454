import type { RequestOf } from '@pontual/contract/shared/endpoint.ts';
import {
  createApiToken,
  listApiTokens,
  revokeApiToken,
} from '@pontual/contract/public-api/api-tokens.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { ACCOUNT } from '../../api/query-keys.ts';

const tokensQuery = queryOptions({
  queryKey: [...ACCOUNT, 'tokens'],
  queryFn: async ({ signal }) => (await call(listApiTokens, { signal })).tokens,
  // No live event reports the use of a token.
  staleTime: 0,
});

export const useTokens = () => useQuery(tokensQuery);

function useTokenChange<In, Out>(change: (input: In) => Promise<Out>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    // The mutation does not wait for the refetch: the row may unmount, and its callbacks would not run.
    onSettled: () => void queries.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  });
}

export const useCreateToken = () =>
  useTokenChange((body: RequestOf<typeof createApiToken>['body']) =>
    call(createApiToken, { body }),
  );

export const useRevokeToken = () =>
  useTokenChange((id: string) => call(revokeApiToken, { params: { id } }));

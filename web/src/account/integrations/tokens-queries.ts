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
  queryKey: [ACCOUNT, 'tokens'],
  queryFn: async ({ signal }) => (await call(listApiTokens, { signal })).tokens,
  // Nothing tells of a program that has used one.
  staleTime: 0,
});

export const useTokens = () => useQuery(tokensQuery);

/** Does something to tokens, and has the list fetched again however it ended. */
function useTokenChange<In, Out>(change: (input: In) => Promise<Out>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    // Nobody waits for it: what a press does next must not be lost with the row that it was in.
    onSettled: () => void queries.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  });
}

export const useCreateToken = () =>
  useTokenChange((body: RequestOf<typeof createApiToken>['body']) =>
    call(createApiToken, { body }),
  );

export const useRevokeToken = () =>
  useTokenChange((id: string) => call(revokeApiToken, { params: { id } }));

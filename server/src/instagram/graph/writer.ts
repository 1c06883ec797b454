import * as z from 'zod';
import { isRefusedByInstagram } from './errors.ts';
import { InstagramError, type Graph } from './graph.ts';
import type { Permissions } from '../tokens/permissions.ts';
import type { PublishingAccount } from './publishing-account.ts';

const container = z.object({ id: z.string(), uri: z.string().optional() });

export type OnWrite = (igUserId: string, isAccepted: boolean, isPublication: boolean) => void;

export function createGraphWriter(
  graph: Graph,
  permissions: Pick<Permissions, 'callConfirmingRefusal'>,
  onWrite: OnWrite,
) {
  return {
    /** Does not report a missing answer, or a refusal for the connection, the quota or the post. */
    async write<T>(
      { igUserId }: PublishingAccount,
      kind: 'create' | 'publish',
      call: () => Promise<T>,
    ): Promise<T> {
      try {
        const result = await call();
        onWrite(igUserId, true, kind === 'publish');
        return result;
      } catch (error) {
        if (error instanceof InstagramError && isRefusedByInstagram(error.issue)) {
          onWrite(igUserId, false, kind === 'publish');
        }
        throw error;
      }
    },

    create: (
      account: PublishingAccount,
      params: Record<string, string>,
      timeoutMs: number,
    ): Promise<z.infer<typeof container>> =>
      permissions.callConfirmingRefusal(account, () =>
        graph.call('POST', `${account.igUserId}/media`, {
          host: account.login,
          token: account.token,
          params,
          answer: container,
          timeoutMs,
        }),
      ),
  };
}

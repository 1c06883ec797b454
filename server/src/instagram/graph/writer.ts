import * as z from 'zod';
import { isRefusedByInstagram } from './errors.ts';
import { InstagramError, type Graph } from './graph.ts';
import type { Permissions } from '../tokens/permissions.ts';
import type { PublishingAccount } from './publishing-account.ts';

const id = z.object({ id: z.string() });

/** Called for each container or post that an account creates, with whether Instagram accepted it. */
export type OnWrite = (igUserId: string, isAccepted: boolean) => void;

/** Calls that create something at Instagram. */
export function createGraphWriter(
  graph: Graph,
  permissions: Pick<Permissions, 'callConfirmingRefusal'>,
  onWrite: OnWrite,
) {
  return {
    /**
     * Makes a writing call and reports the result. A missing answer and a refusal that concerns the
     * connection, the quota or the post are not reported.
     */
    async write<T>({ igUserId }: PublishingAccount, call: () => Promise<T>): Promise<T> {
      try {
        const result = await call();
        onWrite(igUserId, true);
        return result;
      } catch (error) {
        if (error instanceof InstagramError && isRefusedByInstagram(error.issue)) {
          onWrite(igUserId, false);
        }
        throw error;
      }
    },

    /**
     * Creates a container from `params` (Instagram's parameter names), which expires after 24 h; returns its
     * id.
     */
    create: (
      account: PublishingAccount,
      params: Record<string, string>,
      timeoutMs: number,
    ): Promise<{ id: string }> =>
      permissions.callConfirmingRefusal(account, () =>
        graph.call('POST', `${account.igUserId}/media`, {
          token: account.token,
          params,
          answer: id,
          timeoutMs,
        }),
      ),
  };
}

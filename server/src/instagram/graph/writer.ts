import * as z from 'zod';
import { isRefusal } from './errors.ts';
import { InstagramError, type Graph } from './graph.ts';
import type { Permissions } from '../tokens/permissions.ts';
import type { PublishingAccount } from './publishing-account.ts';

const id = z.object({ id: z.string() });

/** Hears of each container or post that an account creates, and whether Instagram took it. */
export type OnWrite = (igUserId: string, isAccepted: boolean) => void;

/** Calls that create something at Instagram. */
export function createGraphWriter(
  graph: Graph,
  permissions: Pick<Permissions, 'callConfirmingRefusal'>,
  onWrite: OnWrite,
) {
  return {
    /** Makes a call that writes. A refusal that is the matter of the account's owner is not reported. */
    async write<T>({ igUserId }: PublishingAccount, call: () => Promise<T>): Promise<T> {
      try {
        const result = await call();
        onWrite(igUserId, true);
        return result;
      } catch (error) {
        if (error instanceof InstagramError && isRefusal(error.issue)) {
          onWrite(igUserId, false);
        }
        throw error;
      }
    },

    /** Makes a container of `params` (Instagram's own names), which dies after 24 h; answers its id. */
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

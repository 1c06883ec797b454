import * as z from 'zod';
import { saysRefusal } from './instagram.errors.ts';
import { InstagramError, type Graph } from './instagram.graph.ts';
import type { Permissions } from './instagram.permissions.ts';
import type { PublishingAccount } from './instagram.reading.ts';

const id = z.object({ id: z.string() });

/** Hears of each container or post that an account creates, and whether Instagram took it. */
export type OnWrite = (igUserId: string, isTaken: boolean) => void;

/** Calls that create something at Instagram. */
export function createWriting(
  graph: Graph,
  permissions: Pick<Permissions, 'confirmed'>,
  onWrite: OnWrite,
) {
  return {
    /** Makes a call that writes. A refusal that is the matter of the account's owner is not reported. */
    async write<T>({ igUserId }: PublishingAccount, call: () => Promise<T>): Promise<T> {
      try {
        const taken = await call();
        onWrite(igUserId, true);
        return taken;
      } catch (error) {
        if (error instanceof InstagramError && saysRefusal(error.problem)) {
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
      permissions.confirmed(account, () =>
        graph.call('POST', `${account.igUserId}/media`, {
          token: account.token,
          params,
          answer: id,
          timeoutMs,
        }),
      ),
  };
}

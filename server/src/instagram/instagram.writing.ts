import * as z from 'zod';
import { saysRefusal } from './instagram.errors.ts';
import { InstagramError, type Graph } from './instagram.graph.ts';
import type { Permissions } from './instagram.permissions.ts';
import type { PublishingAccount } from './instagram.reading.ts';

const id = z.object({ id: z.string() });

/** Told of what an account has created or published: whether Instagram took it. */
export type WriteMet = (igUserId: string, isTaken: boolean) => void;

/** Calls that create something at Instagram. */
export function createWriting(
  graph: Graph,
  permissions: Pick<Permissions, 'confirmed'>,
  met: WriteMet,
) {
  return {
    /** Makes a call that writes, and tells `met` of it; not of a refusal that is its owner's matter. */
    async write<T>({ igUserId }: PublishingAccount, call: () => Promise<T>): Promise<T> {
      try {
        const taken = await call();
        met(igUserId, true);
        return taken;
      } catch (error) {
        if (error instanceof InstagramError && saysRefusal(error.problem)) met(igUserId, false);
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

import { writeAct } from '../audit/audit.writing.ts';
import type { Tx } from '../database/database.ts';
import type { ClearOut } from '../people/clearing-out.ts';
import { createPeopleRepository } from '../people/people.repository.ts';
import { holdWorkspace } from '../posts/posts.limits.ts';
import { createFirstProofRepository } from './first-proof.repository.ts';
import type { ClearedOut } from './first-proof.words.ts';
import { endPendingAccess } from './pending-access.ts';

export type ProveAddress = ReturnType<typeof createFirstProof>;

/** The workspaces in which something was cleared out, and what it was. */
interface FirstProof {
  workspaceIds: string[];
  cleared: ClearedOut;
}

/**
 * Registering proves no address, so a stranger may have prepared the account. The first proof of its
 * address removes all that they could have left in it; what was written in it stays (decision 029).
 */
export function createFirstProof(deps: {
  clearOut: ClearOut;
  /** Ends a workspace's connections to Instagram; answers the names of the accounts. */
  disconnect(tx: Tx, workspaceId: string): Promise<string[]>;
}) {
  /**
   * The user's row must be held. Removes the password too: the way in that proves the address sets
   * its own. Undefined where the address was proven before, and nothing is removed.
   */
  return async (tx: Tx, userId: string): Promise<FirstProof | undefined> => {
    const proofs = createFirstProofRepository(tx);
    if (await proofs.isProven(userId)) return undefined;
    await proofs.markProven(userId);
    const workspaces = await proofs.workspacesOf(userId);
    for (const { id } of workspaces) await holdWorkspace(tx, id);
    const cleared: ClearedOut = {
      people: 0,
      invitations: 0,
      webhooks: 0,
      approvalLinks: 0,
      teams: 0,
      tokens: await proofs.removeWaysIn(userId),
      accounts: [],
    };
    await endPendingAccess(tx, userId);
    for (const { id, isOwn } of workspaces) {
      if (isOwn) {
        const gone = await deps.clearOut(tx, id);
        cleared.people += gone.people;
        cleared.invitations += gone.invitations;
        cleared.webhooks += gone.webhooks;
        cleared.approvalLinks += gone.approvalLinks;
        cleared.accounts.push(...(await deps.disconnect(tx, id)));
      } else {
        // Members came in by an invitation to their proven address; only a stranger's account did not.
        await createPeopleRepository(tx).remove(id, userId);
        await writeAct(tx, { workspaceId: id, kind: 'people.left', actorId: userId });
        cleared.teams += 1;
      }
    }
    return { workspaceIds: workspaces.map(({ id }) => id), cleared };
  };
}

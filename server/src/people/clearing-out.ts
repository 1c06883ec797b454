import type { AccountNews } from '../account/account-news.ts';
import { createApprovalsRepository } from '../approvals/approvals.repository.ts';
import { writeAct } from '../audit/audit.writing.ts';
import type { Tx } from '../database/database.ts';
import { holdWorkspace } from '../posts/posts.limits.ts';
import { createWebhooksRepository } from '../programs/webhooks.repository.ts';
import { createInvitationsRepository } from './invitations.repository.ts';
import { createPeopleRepository } from './people.repository.ts';
import { createTellMember, removePerson } from './removing.ts';

export type ClearOut = ReturnType<typeof createClearingOut>;

/**
 * Leaves a workspace to whoever answers for it alone: people, invitations, links of approvals, and
 * what is told of its posts may be the doing of somebody who never was its owner.
 */
export function createClearingOut(deps: { mail: Pick<AccountNews, 'tell'>; publicUrl: string }) {
  const tell = createTellMember(deps.mail, deps.publicUrl);

  return async (tx: Tx, workspaceId: string): Promise<void> => {
    // Whoever is joining, or adds a webhook, is waited for and found.
    await holdWorkspace(tx, workspaceId);
    for (const person of await createPeopleRepository(tx).all(workspaceId)) {
      if (person.role !== 'owner') await removePerson(tx, workspaceId, person, tell);
    }
    for (const email of await createInvitationsRepository(tx).revokeAll(workspaceId)) {
      await writeAct(tx, { workspaceId, kind: 'people.invitation_revoked', detail: { email } });
    }
    for (const url of await createWebhooksRepository(tx).removeAll(workspaceId)) {
      const detail = { host: new URL(url).host };
      await writeAct(tx, { workspaceId, kind: 'webhook.removed', detail });
    }
    await createApprovalsRepository(tx).renewLinks(workspaceId);
  };
}

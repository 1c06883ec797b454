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
 * Leaves a workspace to its owner alone: members, invitations, links of approvals and webhooks may be
 * a stranger's. Answers how many of each were removed.
 */
export function createClearingOut(deps: { mail: Pick<AccountNews, 'tell'>; publicUrl: string }) {
  const tell = createTellMember(deps.mail, deps.publicUrl);

  return async (tx: Tx, workspaceId: string) => {
    // Whoever is joining, or adds a webhook, is waited for and found.
    await holdWorkspace(tx, workspaceId);
    const everybody = await createPeopleRepository(tx).all(workspaceId);
    const members = everybody.filter(({ role }) => role !== 'owner');
    for (const person of members) await removePerson(tx, workspaceId, person, tell);
    const invitations = await createInvitationsRepository(tx).revokeAll(workspaceId);
    for (const email of invitations) {
      await writeAct(tx, { workspaceId, kind: 'people.invitation_revoked', detail: { email } });
    }
    const webhooks = await createWebhooksRepository(tx).removeAll(workspaceId);
    for (const url of webhooks) {
      const detail = { host: new URL(url).host };
      await writeAct(tx, { workspaceId, kind: 'webhook.removed', detail });
    }
    return {
      people: members.length,
      invitations: invitations.length,
      webhooks: webhooks.length,
      approvalLinks: await createApprovalsRepository(tx).renewLinks(workspaceId),
    };
  };
}

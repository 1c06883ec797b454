import type { DataOf, RequestOf } from '@pontual/contract/shared/endpoint.ts';
import {
  MAX_WEBHOOKS,
  type createWebhook,
  type updateWebhook,
  type Webhook,
} from '@pontual/contract/public-api/webhooks.ts';
import type { Member } from '../../platform/http/authentication.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { notify } from '../../notifications/notify.ts';
import { newId } from '../../platform/ids.ts';
import type { KeyRing } from '../../platform/key-ring.ts';
import { requireVerifiedEmail } from '../../identity/sign-in/require-verified-email.ts';
import { lockWorkspace } from '../../identity/members/lock-workspace.ts';
import { createDeliveriesRepository } from './webhook-deliveries.repository.ts';
import { isWebhookAddress } from './address.ts';
import { createWebhooksRepository } from './webhooks.repository.ts';
import { newSecret } from './signature.ts';

export type Webhooks = ReturnType<typeof createWebhooks>;

/** The ciphertext is bound to the id of the webhook. */
export const webhookContext = (id: string) => `webhook ${id}`;

export const createWebhookSeal = (keyRing: KeyRing) => ({
  seal: (id: string, secret: string) => keyRing.encrypt(secret, webhookContext(id)),
  open: (id: string, sealed: string) => keyRing.decrypt(sealed, webhookContext(id)),
});

export function createWebhooks(deps: {
  database: Database;
  keyRing: KeyRing;
  allowsLoopback: boolean;
}) {
  const { database, allowsLoopback } = deps;
  const repository = createWebhooksRepository(database.db);
  const { seal } = createWebhookSeal(deps.keyRing);

  async function all({ workspaceId }: Member): Promise<Webhook[]> {
    return (await repository.listByWorkspace(workspaceId)).map((row) => ({
      _id: row.id,
      url: row.url,
      events: row.events,
      createdAt: row.created_at.toISOString(),
      disabledAt: row.disabled_at?.toISOString() ?? null,
      isDisabledByFailures: row.disabled_by_failures,
      failingSince: row.failing_since?.toISOString() ?? null,
      oldSecretUntil: row.old_secret_until?.toISOString() ?? null,
    }));
  }

  /** @throws AppError NOT_FOUND */
  async function findOne(member: Member, id: string): Promise<Webhook> {
    const found = (await all(member)).find(({ _id }) => _id === id);
    if (found === undefined) throw unknownWebhook();
    return found;
  }

  return {
    all,

    /** @throws AppError EMAIL_NOT_VERIFIED, WEBHOOK_URL or WEBHOOKS_FULL */
    async create(
      member: Member,
      { url, events }: RequestOf<typeof createWebhook>['body'],
    ): Promise<DataOf<typeof createWebhook>> {
      const { workspaceId } = member;
      await requireVerifiedEmail(database.db, member.userId);
      checkAddress(url, allowsLoopback);
      const [id, secret] = [newId(), newSecret()];
      await database.inTransaction(async (tx) => {
        await lockWorkspace(tx, workspaceId);
        const webhooks = createWebhooksRepository(tx);
        if ((await webhooks.count(workspaceId)) >= MAX_WEBHOOKS) {
          throw new AppError('WEBHOOKS_FULL');
        }
        const sealed = seal(id, secret);
        const uniqueEvents = [...new Set(events)];
        await webhooks.insert({ id, workspaceId, url, events: uniqueEvents, secret: sealed });
        const detail = { host: new URL(url).host };
        await recordAudit(tx, { workspaceId, kind: 'webhook.created', detail });
        await notify(tx, { kind: 'webhook-created', workspaceId, url });
      });
      return { webhook: await findOne(member, id), secret };
    },

    /** @throws AppError EMAIL_NOT_VERIFIED, WEBHOOK_URL or NOT_FOUND */
    async update(
      member: Member,
      id: string,
      { url, events, enabled }: RequestOf<typeof updateWebhook>['body'],
    ): Promise<Webhook> {
      // Without a verified address a webhook can only be switched off.
      if (url !== undefined || events !== undefined || enabled === true) {
        await requireVerifiedEmail(database.db, member.userId);
      }
      if (url !== undefined) checkAddress(url, allowsLoopback);
      await database.inTransaction(async (tx) => {
        const { workspaceId } = member;
        const webhooks = createWebhooksRepository(tx);
        const change = { url, events: events && [...new Set(events)], enabled };
        const before = await webhooks.lockAddress(workspaceId, id);
        if (before === undefined || !(await webhooks.update(workspaceId, id, change))) {
          throw unknownWebhook();
        }
        const isMoved = url !== undefined && url !== before;
        const detail = { host: new URL(url ?? before).host };
        await recordAudit(tx, {
          workspaceId,
          kind: isMoved ? 'webhook.moved' : 'webhook.changed',
          detail: isMoved ? { ...detail, from: new URL(before).host } : detail,
        });
        if (isMoved) await notify(tx, { kind: 'webhook-moved', workspaceId, url, from: before });
        if (enabled === false) await createDeliveriesRepository(tx).dropWaiting(id);
      });
      return findOne(member, id);
    },

    /** @throws AppError NOT_FOUND */
    async renewSecret(member: Member, id: string): Promise<{ webhook: Webhook; secret: string }> {
      const { workspaceId } = member;
      const secret = newSecret();
      await database.inTransaction(async (tx) => {
        const webhooks = createWebhooksRepository(tx);
        const url = await webhooks.lockAddress(workspaceId, id);
        if (url === undefined) throw unknownWebhook();
        await webhooks.renewSecret(workspaceId, id, seal(id, secret));
        const detail = { host: new URL(url).host };
        await recordAudit(tx, { workspaceId, kind: 'webhook.secret_renewed', detail });
        await notify(tx, { kind: 'webhook-secret-renewed', workspaceId, url });
      });
      return { webhook: await findOne(member, id), secret };
    },

    /** @throws AppError NOT_FOUND */
    async remove({ workspaceId }: Member, id: string): Promise<void> {
      await database.inTransaction(async (tx) => {
        const url = await createWebhooksRepository(tx).remove(workspaceId, id);
        if (url === undefined) throw unknownWebhook();
        const detail = { host: new URL(url).host };
        await recordAudit(tx, { workspaceId, kind: 'webhook.removed', detail });
      });
    },
  };
}

export const unknownWebhook = () =>
  new AppError('NOT_FOUND', { message: 'Este webhook já foi removido, ou nunca existiu.' });

function checkAddress(url: string, allowsLoopback: boolean): void {
  if (isWebhookAddress(url, allowsLoopback)) return;
  const error = new AppError('WEBHOOK_URL');
  throw new AppError('WEBHOOK_URL', { fields: { url: error.message } });
}

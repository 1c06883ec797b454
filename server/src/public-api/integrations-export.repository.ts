import type { Db } from '../platform/database/database.ts';

export async function exportTokens(db: Db, userId: string) {
  const tokens = await db
    .selectFrom('api_tokens')
    .select(['id', 'workspace_id', 'name', 'scopes', 'created_at', 'expires_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return tokens.map((one) => ({
    _id: one.id,
    workspace: one.workspace_id,
    name: one.name,
    scopes: one.scopes,
    createdAt: one.created_at,
    expiresAt: one.expires_at,
    lastUsedAt: one.last_used_at,
  }));
}

export async function exportWebhooks(db: Db, workspaceId: string) {
  const webhooks = await db
    .selectFrom('webhooks')
    .select(['id', 'url', 'events', 'created_at', 'disabled_at', 'failing_since'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .execute();
  return webhooks.map((one) => ({
    _id: one.id,
    url: one.url,
    events: one.events,
    createdAt: one.created_at,
    disabledAt: one.disabled_at,
    failingSince: one.failing_since,
  }));
}

import { link, secret } from './export.fates.ts';

/** What becomes of what programs do for their owner, and are told. */
export const programColumns = {
  access_tokens: {
    id: 'conta: accessTokens._id',
    user_id: link,
    workspace_id: 'conta: accessTokens.workspace',
    token_hash: secret,
    name: 'conta: accessTokens.name',
    scopes: 'conta: accessTokens.scopes',
    created_at: 'conta: accessTokens.createdAt',
    expires_at: 'conta: accessTokens.expiresAt',
    last_used_at: 'conta: accessTokens.lastUsedAt',
  },
} as const;

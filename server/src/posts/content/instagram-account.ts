import type { Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { findConnectedAccounts } from '../../instagram/graph/listing.ts';
import type { ListedPost } from '../listing/posts.repository.ts';

const ACCOUNT_DISCONNECTED_MESSAGE =
  'A conta escolhida para este post não está mais conectada. Conecte-a de novo ou escolha outra.';
const ACCOUNT_OVER_PLAN_MESSAGE =
  'O seu plano não publica nesta conta. Escolha uma das primeiras que você conectou ou mude de plano.';

/**
 * After a downgrade only the first accounts take new posts; null passes.
 * @throws AppError INSTAGRAM_NOT_CONNECTED, LIMIT_EXCEEDED
 */
export async function checkInstagramAccount(
  db: Db | Tx,
  workspaceId: string,
  { instagramAccountId, demo }: { instagramAccountId: string | null; demo: boolean },
): Promise<void> {
  // A demonstration may target an account that is not connected.
  if (instagramAccountId === null || demo) return;
  const { connected, limit } = await findConnectedAccounts(db, workspaceId);
  const position = connected.findIndex(({ ig_user_id: id }) => id === instagramAccountId);
  if (position === -1)
    throw new AppError('INSTAGRAM_NOT_CONNECTED', { message: ACCOUNT_DISCONNECTED_MESSAGE });
  if (position >= limit)
    throw new AppError('LIMIT_EXCEEDED', { message: ACCOUNT_OVER_PLAN_MESSAGE });
}

/**
 * Without a chosen account, returns the first of several, which the form preselects. A stored id keeps the
 * post on that account when others are connected later. Returns null for at most one account.
 */
export async function resolveInstagramAccount(
  db: Db | Tx,
  workspaceId: string,
  instagramAccountId: string | null,
): Promise<string | null> {
  if (instagramAccountId !== null) return instagramAccountId;
  const { connected } = await findConnectedAccounts(db, workspaceId);
  return connected.length > 1 ? (connected[0]?.ig_user_id ?? null) : null;
}

/** Returns null when no account is connected. */
export async function resolveExplicitInstagramAccount(
  db: Db | Tx,
  workspaceId: string,
  instagramAccountId: string | null,
): Promise<string | null> {
  if (instagramAccountId !== null) return instagramAccountId;
  const { connected } = await findConnectedAccounts(db, workspaceId);
  return connected[0]?.ig_user_id ?? null;
}

/** The plan limit does not apply to drafts. @throws AppError INSTAGRAM_NOT_CONNECTED */
export async function checkDraftInstagramAccount(
  db: Db | Tx,
  workspaceId: string,
  instagramAccountId: string | null,
): Promise<void> {
  if (instagramAccountId === null) return;
  const { connected } = await findConnectedAccounts(db, workspaceId);
  const isThere = connected.some(({ ig_user_id: id }) => id === instagramAccountId);
  if (!isThere)
    throw new AppError('INSTAGRAM_NOT_CONNECTED', { message: ACCOUNT_DISCONNECTED_MESSAGE });
}

/** Returns null when the account does not change. @throws AppError INSTAGRAM_NOT_CONNECTED, LIMIT_EXCEEDED */
export async function resolveAccountChange(
  db: Db | Tx,
  post: ListedPost,
  requestedAccountId: string | undefined,
): Promise<string | null> {
  if (requestedAccountId === undefined || requestedAccountId === post.account) return null;
  if (post.status === 'draft')
    await checkDraftInstagramAccount(db, post.workspace_id, requestedAccountId);
  else
    await checkInstagramAccount(db, post.workspace_id, {
      instagramAccountId: requestedAccountId,
      demo: false,
    });
  return requestedAccountId;
}

/** @throws AppError INSTAGRAM_NOT_CONNECTED */
export async function resolveDraftInstagramAccount(
  db: Db | Tx,
  workspaceId: string,
  requestedAccountId: string | null,
): Promise<string | null> {
  await checkDraftInstagramAccount(db, workspaceId, requestedAccountId);
  return resolveInstagramAccount(db, workspaceId, requestedAccountId);
}

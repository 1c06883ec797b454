import { limitsByPlan } from '@pontual/contract/billing/plans.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { findConnectedAccounts } from '../../instagram/graph/listing.ts';
import type { ListedPost } from '../listing/posts.repository.ts';
import type { SchedulingFacts } from '../scheduling/limits.ts';

const ACCOUNT_DISCONNECTED_MESSAGE =
  'A conta escolhida para este post não está mais conectada. Conecte-a de novo ou escolha outra.';
const ACCOUNT_OVER_PLAN_MESSAGE =
  'O seu plano não publica nesta conta. Escolha uma das primeiras que você conectou ou mude de plano.';

type ConnectedAccounts = Pick<SchedulingFacts, 'accounts' | 'plan'>;

/** Ids of the connected accounts, the default one first, and the plan of the workspace. */
export async function loadAccounts(db: Db | Tx, workspaceId: string): Promise<ConnectedAccounts> {
  const { connected, plan } = await findConnectedAccounts(db, workspaceId);
  return { accounts: connected.map(({ ig_user_id: id }) => id), plan };
}

/**
 * After a downgrade only the first accounts take new posts; null passes.
 * @throws AppError INSTAGRAM_NOT_CONNECTED, LIMIT_EXCEEDED
 */
export function checkInstagramAccount(
  { accounts, plan }: ConnectedAccounts,
  { instagramAccountId, demo }: { instagramAccountId: string | null; demo: boolean },
): void {
  // A demonstration may target an account that is not connected.
  if (instagramAccountId === null || demo) return;
  const position = accounts.indexOf(instagramAccountId);
  if (position === -1)
    throw new AppError('INSTAGRAM_NOT_CONNECTED', { message: ACCOUNT_DISCONNECTED_MESSAGE });
  if (position >= limitsByPlan[plan].accounts)
    throw new AppError('LIMIT_EXCEEDED', { message: ACCOUNT_OVER_PLAN_MESSAGE });
}

/**
 * Without a chosen account, returns the first of several, which the form preselects. A stored id keeps the
 * post on that account when others are connected later. Returns null for at most one account.
 */
export function resolveInstagramAccount(
  { accounts }: Pick<ConnectedAccounts, 'accounts'>,
  instagramAccountId: string | null,
): string | null {
  if (instagramAccountId !== null) return instagramAccountId;
  return accounts.length > 1 ? (accounts[0] ?? null) : null;
}

/** Returns null when no account is connected. */
export async function resolveExplicitInstagramAccount(
  db: Db | Tx,
  workspaceId: string,
  instagramAccountId: string | null,
): Promise<string | null> {
  if (instagramAccountId !== null) return instagramAccountId;
  const { accounts } = await loadAccounts(db, workspaceId);
  return accounts[0] ?? null;
}

/** The plan limit does not apply to drafts. @throws AppError INSTAGRAM_NOT_CONNECTED */
export function checkDraftInstagramAccount(
  { accounts }: Pick<ConnectedAccounts, 'accounts'>,
  instagramAccountId: string | null,
): void {
  if (instagramAccountId === null || accounts.includes(instagramAccountId)) return;
  throw new AppError('INSTAGRAM_NOT_CONNECTED', { message: ACCOUNT_DISCONNECTED_MESSAGE });
}

/** Returns null when the account does not change. @throws AppError INSTAGRAM_NOT_CONNECTED, LIMIT_EXCEEDED */
export async function resolveAccountChange(
  db: Db | Tx,
  post: ListedPost,
  requestedAccountId: string | undefined,
): Promise<string | null> {
  if (requestedAccountId === undefined || requestedAccountId === post.account) return null;
  const accounts = await loadAccounts(db, post.workspace_id);
  if (post.status === 'draft') checkDraftInstagramAccount(accounts, requestedAccountId);
  else checkInstagramAccount(accounts, { instagramAccountId: requestedAccountId, demo: false });
  return requestedAccountId;
}

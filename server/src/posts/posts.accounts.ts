import type { Db, Tx } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import { standingAccounts } from '../instagram/instagram.listing.ts';
import type { PostView } from './posts.repository.ts';

const GONE =
  'A conta escolhida para este post não está mais conectada. Conecte-a de novo ou escolha outra.';
const BEYOND =
  'O seu plano não publica nesta conta. Escolha uma das primeiras que você conectou ou mude de plano.';

/**
 * Whether a post may be given an hour on the account that its owner chose, if they chose one. After a
 * downgrade only the first accounts take new posts.
 * @throws AppError INSTAGRAM_NOT_CONNECTED, LIMIT_EXCEEDED
 */
export async function checkAccount(
  db: Db | Tx,
  workspaceId: string,
  { account, demo }: { account: string | null; demo: boolean },
): Promise<void> {
  // A demonstration waits for whatever it is meant for.
  if (account === null || demo) return;
  const { standing, limit } = await standingAccounts(db, workspaceId);
  const place = standing.findIndex(({ ig_user_id: id }) => id === account);
  if (place === -1) throw new AppError('INSTAGRAM_NOT_CONNECTED', { message: GONE });
  if (place >= limit) throw new AppError('LIMIT_EXCEEDED', { message: BEYOND });
}

/**
 * The account of a new post whose owner named none: of several the first, which its form shows as chosen,
 * by name, so that it stays that one whatever is connected later. Null where there is only one.
 */
export async function accountOrFirst(
  db: Db | Tx,
  workspaceId: string,
  account: string | null,
): Promise<string | null> {
  if (account !== null) return account;
  const { standing } = await standingAccounts(db, workspaceId);
  return standing.length > 1 ? (standing[0]?.ig_user_id ?? null) : null;
}

/** The account that a new post goes to, by name; null where none is connected. */
export async function accountByName(
  db: Db | Tx,
  workspaceId: string,
  account: string | null,
): Promise<string | null> {
  if (account !== null) return account;
  const { standing } = await standingAccounts(db, workspaceId);
  return standing[0]?.ig_user_id ?? null;
}

/** A draft may be for any account that is connected. @throws AppError INSTAGRAM_NOT_CONNECTED */
export async function checkDraftAccount(
  db: Db | Tx,
  workspaceId: string,
  account: string | null,
): Promise<void> {
  if (account === null) return;
  const { standing } = await standingAccounts(db, workspaceId);
  const isThere = standing.some(({ ig_user_id: id }) => id === account);
  if (!isThere) throw new AppError('INSTAGRAM_NOT_CONNECTED', { message: GONE });
}

/**
 * The account that a form moves a post to; null when it leaves it where it is.
 * @throws AppError INSTAGRAM_NOT_CONNECTED, LIMIT_EXCEEDED
 */
export async function newAccount(
  db: Db | Tx,
  post: PostView,
  asked: string | undefined,
): Promise<string | null> {
  if (asked === undefined || asked === post.account) return null;
  if (post.status === 'draft') await checkDraftAccount(db, post.workspace_id, asked);
  else await checkAccount(db, post.workspace_id, { account: asked, demo: false });
  return asked;
}

/** @throws AppError INSTAGRAM_NOT_CONNECTED */
export async function accountOfDraft(
  db: Db | Tx,
  workspaceId: string,
  asked: string | null,
): Promise<string | null> {
  await checkDraftAccount(db, workspaceId, asked);
  return accountOrFirst(db, workspaceId, asked);
}

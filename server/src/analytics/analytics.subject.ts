import { sql } from 'kysely';
import { isOfAccount } from '../posts/posts.repository.ts';

/** Whose posts are counted: those of a workspace, or of one of its Instagram accounts. */
export interface Subject {
  workspaceId: string;
  account?: string | undefined;
}

/** Of `posts p`. */
export const postsOf = ({ workspaceId, account }: Subject) =>
  account === undefined
    ? sql`p.workspace_id = ${workspaceId}`
    : sql`p.workspace_id = ${workspaceId} and ${isOfAccount(account)}`;

/** Of `post_insights`. */
export const countsOf = ({ workspaceId, account }: Subject) =>
  account === undefined
    ? sql`workspace_id = ${workspaceId}`
    : sql`workspace_id = ${workspaceId} and ig_user_id = ${account}`;

import { sql } from 'kysely';
import { isOnInstagramAccount } from '../../posts/listing/posts.repository.ts';

/** The posts to count: those of a workspace or of one of its Instagram accounts. */
export interface AnalyticsScope {
  workspaceId: string;
  account?: string | undefined;
}

/** A condition on `posts p`. */
export const postsCondition = ({ workspaceId, account }: AnalyticsScope) =>
  account === undefined
    ? sql`p.workspace_id = ${workspaceId}`
    : sql`p.workspace_id = ${workspaceId} and ${isOnInstagramAccount(account)}`;

/** A condition on `post_insights`. */
export const insightsCondition = ({ workspaceId, account }: AnalyticsScope) =>
  account === undefined
    ? sql`workspace_id = ${workspaceId}`
    : sql`workspace_id = ${workspaceId} and ig_user_id = ${account}`;

import { sql } from 'kysely';
import { isOnInstagramAccount } from '../../posts/listing/posts.repository.ts';

export interface AnalyticsScope {
  workspaceId: string;
  account?: string | undefined;
}

export const postsCondition = ({ workspaceId, account }: AnalyticsScope) =>
  account === undefined
    ? sql`p.workspace_id = ${workspaceId}`
    : sql`p.workspace_id = ${workspaceId} and ${isOnInstagramAccount(account)}`;

export const insightsCondition = ({ workspaceId, account }: AnalyticsScope) =>
  account === undefined
    ? sql`workspace_id = ${workspaceId}`
    : sql`workspace_id = ${workspaceId} and ig_user_id = ${account}`;

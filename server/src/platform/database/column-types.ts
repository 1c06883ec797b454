import type { FitMode } from '@pontual/contract/media/image-fit.ts';
import type { SupportCategory } from '@pontual/contract/operations/support-categories.ts';
import type {
  FirstCommentState,
  MediaType,
  PostAction,
  PostStatus,
  UserTag,
} from '@pontual/contract/posts/posts.ts';
import type { SeriesRule } from '@pontual/contract/posts/series-rule.ts';
import type { WebhookMessage } from '@pontual/contract/public-api/webhook-message.ts';
import type { WebhookEvent } from '@pontual/contract/public-api/webhooks.ts';
import type { Scope } from '@pontual/contract/shared/scopes.ts';
import type { ChannelName } from '../outbox/channel-names.ts';
import type { ContentSnapshot, PostContent } from './stored-content.ts';

/**
 * Columns of which the application knows more than PostgreSQL: the shape of JSON, values that no check
 * constraint lists, expressions of a view that are never null. The null of a nullable column is added.
 */
export interface ColumnTypes {
  'api_tokens.scopes': Scope[];
  'approval_answers.seen': ContentSnapshot;
  'audit_entries.detail': Record<string, unknown>;
  'first_comments.action': NonNullable<FirstCommentState['action']>;
  'notifications.action': PostAction;
  'outbox.channel': ChannelName;
  'outbox.content': object;
  'post_events.detail': Record<string, unknown>;
  'post_insights.media_type': MediaType;
  'post_series.content': PostContent;
  'post_series.media_type': MediaType;
  'post_series.rule': SeriesRule;
  /** By item, in order; null leaves the item unchanged. */
  'posts.fit': (FitMode | null)[];
  'posts.user_tags': UserTag[];
  'posts_with_publication.updated_at': Date;
  /** Another one after every write of either row. */
  'posts_with_publication.version': string;
  'publications.error_action': PostAction;
  'publications.media_type': MediaType;
  'publications.status': PostStatus;
  'support_messages.category': SupportCategory;
  'webhook_deliveries.message': WebhookMessage;
  'webhook_deliveries.type': WebhookMessage['type'];
  'webhooks.events': WebhookEvent[];
}

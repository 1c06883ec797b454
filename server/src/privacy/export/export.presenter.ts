import { presentExportedApproval } from './approvals.ts';
import { pictureName, postFileName, uploadFileName, originalFileName } from './file-names.ts';
import type { ExportedPosts } from './pages.repository.ts';
import type { ExportRepository } from './export.repository.ts';

type Row<
  K extends
    | 'connections'
    | 'accountInsights'
    | 'notifications'
    | 'messages'
    | 'templates'
    | 'uploads',
> = Awaited<ReturnType<ExportRepository[K]>>[number];
type Post = ExportedPosts['posts'][number];
type File = ExportedPosts['files'][number];

export const presentConnection = (connection: Row<'connections'>) => ({
  _id: connection.id,
  instagramAccountId: connection.ig_user_id,
  instagramUsername: connection.username,
  login: connection.login,
  pageId: connection.page_id,
  authorizerId: connection.authorizer_id,
  grantedScopes: connection.granted_scopes,
  picture: connection.picture_sha256 === null ? null : pictureName(connection.id),
  connectedAt: connection.connected_at,
  endedAt: connection.ended_at,
  needsReconnect: connection.needs_reconnect,
  reconnectCode: connection.reconnect_code,
  reconnectSince: connection.reconnect_since,
  authorizationExpiresAt: connection.user_token_expires_at,
  dataAccessExpiresAt: connection.data_access_expires_at,
  pausedReason: connection.throttle_reason,
  pausedCode: connection.throttle_code,
  pausedUntil: connection.throttled_until,
});

export const presentDay = (day: Row<'accountInsights'>) => ({
  instagramAccountId: day.ig_user_id,
  date: day.day,
  followers: day.followers,
  reach: day.reach,
  views: day.views,
  accountsEngaged: day.accounts_engaged,
  interactions: day.total_interactions,
  readAt: day.read_at,
});

export const presentNotification = (notification: Row<'notifications'>) => ({
  _id: notification.id,
  postId: notification.post_id,
  code: notification.code,
  message: notification.message,
  action: notification.action,
  manualPublishing: notification.manual_publishing,
  createdAt: notification.created_at,
  sentAt: notification.sent_at,
});

export const presentMessage = (message: Row<'messages'>) => ({
  _id: message.id,
  category: message.category,
  name: message.name,
  email: message.email,
  subject: message.subject,
  message: message.message,
  isPriority: message.is_priority,
  marks: message.marks,
  createdAt: message.created_at,
  forwardedAt: message.forwarded_at,
  acknowledgedAt: message.acknowledged_at,
});

export const presentTemplate = (template: Row<'templates'>) => ({
  _id: template.id,
  name: template.name,
  mediaType: template.media_type,
  caption: template.caption,
  frames: template.frames,
  createdAt: template.created_at,
  updatedAt: template.updated_at,
});

export const presentUpload = (upload: Row<'uploads'>) => ({
  _id: upload.id,
  createdAt: upload.created_at,
  bytes: Number(upload.sent_bytes),
  contentType: upload.content_type,
  /** Null if the file is exported with its post. */
  file: upload.is_used ? null : uploadFileName(upload),
});

export function presentPosts(found: ExportedPosts) {
  const { posts, files, events, comments, insights, readings, approvals } = found;
  const commentOf = new Map(comments.map((one) => [one.post_id, one]));
  const filesOf = Map.groupBy(files, ({ post_id: id }) => id);
  const eventsOf = Map.groupBy(events, ({ post_id: id }) => id);
  const insightsOf = new Map(insights.map((one) => [one.post_id, presentCounts(one)]));
  const readingsOf = Map.groupBy(readings, ({ post_id: id }) => id);
  return posts.map((post) => ({
    _id: post.id,
    createdBy: post.created_by,
    mediaType: post.media_type,
    status: post.status,
    caption: post.caption,
    scheduledTime: post.scheduled_time,
    createdAt: post.created_at,
    updatedAt: post.updated_at,
    editedAt: post.edited_at,
    editedBy: post.edited_by,
    publishedAt: post.published_at,
    mediaItems: (filesOf.get(post.id) ?? []).map((file) => presentFile(post, file)),
    fit: post.fit,
    shareToFeed: post.share_to_feed,
    thumbOffset: post.thumb_offset_ms,
    audioName: post.audio_name,
    collaborators: post.collaborators,
    locationId: post.location_id,
    userTags: post.user_tags,
    firstComment: presentFirstComment(post.first_comment, commentOf.get(post.id)),
    demo: post.demo,
    instagramAccountId: post.target_ig_user_id,
    accountChosen: post.account_chosen,
    preparedForInstagramAccountId: post.ig_user_id,
    mediaId: post.media_id,
    permalink: post.permalink,
    heldAt: post.missed_at,
    approval: presentExportedApproval(post, approvals),
    manualPublishing: { offeredAt: post.manual_prompted_at, byHandSince: post.manual_since },
    series: post.series_id === null ? null : { _id: post.series_id, on: post.occurrence_on },
    errorCode: post.error_code,
    errorMessage: post.error_message,
    errorAction: post.error_action,
    publishError: post.publish_error,
    forecastAt: post.forecast_at,
    insights: {
      ...insightsOf.get(post.id),
      readings: (readingsOf.get(post.id) ?? []).map(presentCounts),
    },
    history: (eventsOf.get(post.id) ?? []).map(({ at, kind, detail }) => ({ at, kind, detail })),
  }));
}

function presentFirstComment(text: string, written: ExportedPosts['comments'][number] | undefined) {
  if (text === '') return null;
  return {
    text,
    state: written?.state ?? null,
    commentId: written?.comment_id ?? null,
    reason: written?.reason ?? null,
    endedAt: written?.ended_at ?? null,
  };
}

const presentCounts = (
  counts: Omit<ExportedPosts['readings'][number], 'read_at'> & { read_at: Date | null },
) => ({
  readAt: counts.read_at,
  views: counts.views,
  reach: counts.reach,
  likes: counts.likes,
  comments: counts.comments,
  saved: counts.saved,
  shares: counts.shares,
  interactions: counts.total_interactions,
});

function presentFile(post: Post, file: File) {
  const name = postFileName(post, file);
  return {
    _id: file.id,
    position: file.position,
    type: file.kind,
    file: name,
    contentType: file.content_type,
    bytes: Number(file.bytes),
    width: file.width,
    height: file.height,
    durationMs: file.duration_ms,
    altText: file.alt_text,
    state: file.state,
    refusal: file.refusal,
    createdAt: file.created_at,
    whole:
      file.source_sha256 === null
        ? null
        : { file: originalFileName(name), width: file.source_width, height: file.source_height },
  };
}

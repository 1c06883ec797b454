import { internal, ownership } from './column-policy.ts';

/** What becomes of posts that come again by a rule. */
export const seriesColumns = {
  post_series: {
    id: 'conta: series._id',
    workspace_id: ownership,
    created_by: 'conta: series.createdBy',
    media_type: 'conta: series.mediaType',
    content: 'conta: series.content',
    account: 'conta: series.instagramAccountId',
    rule: 'conta: series.rule',
    minute: 'conta: series.minute',
    first_on: 'conta: series.firstOn',
    last_on: 'conta: series.until',
    needs_approval: 'conta: series.needsApproval',
    problem_code: internal,
    problem_message: 'conta: series.problem',
    next_look_at: internal,
    created_at: 'conta: series.createdAt',
  },
  post_series_media: {
    series_id: 'conta: series._id',
    position: 'conta: series.mediaItems.position',
    file_id: 'conta: series.mediaItems._id',
    alt_text: 'conta: series.mediaItems.altText',
  },
  post_series_skips: {
    series_id: 'conta: series._id',
    skipped_on: 'conta: series.skippedOn',
  },
} as const;

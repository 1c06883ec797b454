import { internal, ownership } from './column-policy.ts';

/** What becomes of the hours that their owner posts at, and of a pause. */
export const queueColumns = {
  queue_slots: {
    id: 'conta: queueSlots._id',
    workspace_id: ownership,
    weekday: 'conta: queueSlots.weekday',
    minute: 'conta: queueSlots.minute',
    created_at: 'conta: queueSlots.createdAt',
  },
  publishing_pauses: {
    workspace_id: ownership,
    id: internal,
    since: 'conta: publishingPause.since',
    until: 'conta: publishingPause.until',
  },
} as const;

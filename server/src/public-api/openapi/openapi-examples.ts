import type { api } from '@pontual/contract/api.ts';

const POST_ID = '0199f0a4-6a53-7c1e-9f0e-5b1c2d3e4f50';
const DUE_AT = '2026-12-05T21:00:00Z';

/** For forms, their text fields. */
export const examples: Partial<Record<keyof typeof api, Record<string, unknown>>> = {
  schedulePost: {
    mediaType: 'CAROUSEL',
    caption: 'Azulejos novos na loja',
    scheduledTime: DUE_AT,
    collaborators: '["atelie.barro"]',
    altText: '["Azulejo azul com folhas", "O mesmo azulejo na parede"]',
    firstComment: '#azulejo #feitoamao',
  },
  saveDraft: { caption: 'Azulejos novos, ainda sem foto' },
  scheduleDraft: { scheduledTime: DUE_AT },
  updatePost: { caption: 'Azulejos novos na loja, até sábado' },
  forcePublish: { postId: POST_ID },
  pausePublishing: { until: DUE_AT },
  rescheduleHeldPosts: { posts: [{ postId: POST_ID, scheduledTime: DUE_AT }] },
  dismissFailures: { postIds: [POST_ID] },
  addSlots: { slots: [{ weekday: 6, minute: 1080 }] },
  createHashtagGroup: { name: 'Azulejos', hashtags: ['#azulejo', '#feitoamao'] },
};

import type { PushMessage } from '@pontual/contract/notifications/push.ts';

export interface PublishedMedia {
  id: string;
  caption: string;
  container_id: string;
  permalink: string;
  timestamp: string;
  bytes_sha256: string;
  comments: { text: string }[];
}

export interface GraphCall {
  time: number;
  method: string;
  version: string;
  path: string;
  params: Record<string, string>;
  status: number;
  answeredAt: number | null;
}

interface RemovalResult {
  signed_request: string;
  status: number;
  answer: { url: string; confirmation_code: string };
}

interface ReceivedEmail {
  /** All, separated by commas. */
  to: string;
  subject: string;
  text: string;
  html: string;
  replyTo: string;
  isImportant: boolean;
  date: string;
}

export interface PushSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

interface ReceivedPush {
  endpoint: string;
  payload: PushMessage;
  ttl: number;
  urgency: string;
  topic: string;
  subject: string;
}

export type SandboxControl = ReturnType<typeof createSandboxControl>;

export function createSandboxControl(url: string) {
  async function get<T>(path: string): Promise<T> {
    const response = await fetch(`${url}/_sandbox/${path}`);
    return response.json() as Promise<T>; // the sandbox guarantees the shape
  }
  async function post<T>(path: string, body: object = {}): Promise<T> {
    const response = await fetch(`${url}/_sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`the sandbox refused ${path}: ${await response.text()}`);
    return response.json() as Promise<T>; // as above
  }
  return {
    url,
    /** Oldest first; with a caption, only those that have it. */
    async published(caption?: string): Promise<PublishedMedia[]> {
      const media = await get<PublishedMedia[]>('instagram/media');
      return media.filter((item) => caption === undefined || item.caption === caption);
    },
    calls: () => get<GraphCall[]>('instagram/calls'),
    async mail(address = ''): Promise<ReceivedEmail[]> {
      const messages = await get<ReceivedEmail[]>('mail/messages');
      return messages.filter(({ to }) => to.includes(address));
    },
    fault: (
      step: string,
      fault: string,
      more: { times?: number; forMs?: number; delayMs?: number; username?: string } = {},
    ) => post('faults', { service: 'instagram', step, fault, ...more }),
    removeApp: (username: string, action: 'remove' | 'delete') =>
      post<RemovalResult>('instagram/removals', { username, action }),
    removeInstagramLogin: (username: string, action: 'remove' | 'delete') =>
      post<RemovalResult>('instagram-login/removals', { username, action }),
    paymentFault: (step: string, fault: string, times: number) =>
      post('faults', { service: 'payments', step, fault, times }),
    browser: (applicationServerKey: string) =>
      post<PushSubscription>('push/subscriptions', { applicationServerKey }),
    async pushes(endpoint?: string): Promise<ReceivedPush[]> {
      const messages = await get<ReceivedPush[]>('push/messages');
      return messages.filter((one) => endpoint === undefined || one.endpoint === endpoint);
    },
    pushFault: (fault: string, times = 1, endpoint?: string) =>
      post('faults', {
        service: 'push',
        step: 'send',
        fault,
        times,
        ...(endpoint === undefined ? {} : { username: endpoint.split('/').at(-1) }),
      }),
    async clearFaults(): Promise<void> {
      await fetch(`${url}/_sandbox/faults`, { method: 'DELETE' });
    },
    createAccount: (username: string, more: { owner?: string; tasks?: string[] } = {}) =>
      post<{ ig_user_id: string }>('instagram/accounts', { username, ...more }),
    situation: (username: string, situation: string) =>
      post('instagram/situations', { username, situation }),
    publishManually: (media: { username: string; caption?: string; product?: 'FEED' | 'STORY' }) =>
      post<PublishedMedia>('instagram/media', media),
    settings: (settings: object) => post('settings', settings),
    advanceClock: (ms: number) => post('clock', { advanceMs: ms }),
    reset: () => post('reset'),
  };
}

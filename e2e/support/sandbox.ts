import type { PushMessage } from '@pontual/contract/notifications/push.ts';

interface PublishedTag {
  username: string;
  x?: number;
  y?: number;
}

export interface LedgerEntry {
  id: string;
  username: string;
  caption: string;
  permalink: string;
  timestamp: string;
  container_id: string;
  media_type: string;
  media_product_type: string;
  media_url: string;
  bytes_sha256: string;
  location_id: string | null;
  user_tags: PublishedTag[];
  collaborators: string[];
  comments: { text: string }[];
  alt_text: string | null;
  share_to_feed: boolean | null;
  audio_name: string | null;
  children: {
    media_type: string;
    media_url: string;
    alt_text: string | null;
    user_tags: PublishedTag[];
  }[];
}

export interface GraphCall {
  /** In ms. */
  time: number;
  method: string;
  path: string;
  params: Record<string, string>;
  status: number;
}

export interface ReceivedEmail {
  to: string;
  subject: string;
  text: string;
}

export interface ReceivedPush {
  endpoint: string;
  payload: PushMessage;
  ttl: number;
  urgency: string;
}

export interface BrowserSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export interface Fault {
  service: 'instagram' | 'payments' | 'push';
  step: string;
  fault: string;
  times?: number;
  delayMs?: number;
  username?: string;
}

export interface Sandbox {
  readonly url: string;
  findPublished(caption: string): Promise<LedgerEntry[]>;
  /** Finds a medium by its permalink, because a story has no caption. */
  findPublishedAt(permalink: string): Promise<LedgerEntry | undefined>;
  listCalls(): Promise<GraphCall[]>;
  /** Without the one that verifies the address, which every new user gets. */
  findEmails(address: string): Promise<ReceivedEmail[]>;
  /** The newest link that verifies the address; undefined until its email arrives. */
  findVerificationLink(address: string): Promise<string | undefined>;
  subscribeBrowser(applicationServerKey: string): Promise<BrowserSubscription>;
  listPushes(): Promise<ReceivedPush[]>;
  armFault(armFault: Fault): Promise<void>;
  /** Runs all that is due by then. The clock affects every test with the same sandbox. */
  advanceTime(ms: number): Promise<void>;
  /** Publishes as a person does with the Instagram app. */
  publishManually(username: string, caption: string): Promise<void>;
  /** Creates one more Instagram account; with `owner` it belongs to the person who has that account. */
  createAccount(
    username: string,
    options?: { owner?: string; tasks?: string[]; name?: string },
  ): Promise<void>;
  removeAccess(username: string): Promise<void>;
  /** Requests the deletion of all data of the owner; returns the URL of the deletion status. */
  requestDeletion(username: string): Promise<string>;
}

const verificationLink = /https?:\S+\/verify-email#\S+/;

export function connectSandbox(url: string): Sandbox {
  // The tests control the sandbox, so its responses are not validated.
  const get = async <T>(path: string): Promise<T> =>
    (await (await fetch(`${url}/_sandbox/${path}`)).json()) as T;
  const post = async (path: string, body: object): Promise<Response> => {
    const response = await fetch(`${url}/_sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} refused: ${await response.text()}`);
    return response;
  };
  return {
    url,
    async findPublished(caption) {
      const ledger = await get<LedgerEntry[]>('instagram/media');
      return ledger.filter((entry) => entry.caption === caption);
    },
    async findPublishedAt(permalink) {
      const ledger = await get<LedgerEntry[]>('instagram/media');
      return ledger.find((entry) => entry.permalink === permalink);
    },
    listCalls: () => get('instagram/calls'),
    async findEmails(address) {
      const messages = await get<ReceivedEmail[]>('mail/messages');
      return messages.filter(({ to, text }) => to === address && !verificationLink.test(text));
    },
    async findVerificationLink(address) {
      const messages = await get<ReceivedEmail[]>('mail/messages');
      const own = messages.filter(({ to }) => to === address);
      return own.flatMap(({ text }) => verificationLink.exec(text)?.[0] ?? []).at(-1);
    },
    async subscribeBrowser(applicationServerKey) {
      const response = await post('push/subscriptions', { applicationServerKey });
      return (await response.json()) as BrowserSubscription;
    },
    listPushes: () => get('push/messages'),
    async armFault(fault) {
      await post('faults', fault);
    },
    async createAccount(username, options = {}) {
      await post('instagram/accounts', { username, ...options });
    },
    async advanceTime(ms) {
      await post('clock', { advanceMs: ms });
    },
    async publishManually(username, caption) {
      await post('instagram/media', { username, caption });
    },
    async removeAccess(username) {
      await post('instagram/removals', { username, action: 'remove' });
    },
    async requestDeletion(username) {
      const response = await post('instagram/removals', { username, action: 'delete' });
      return ((await response.json()) as { answer: { url: string } }).answer.url;
    },
  };
}

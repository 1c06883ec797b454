import type { PushMessage } from '@pontual/contract/notifications/push.ts';

interface PublishedTag {
  username: string;
  x?: number;
  y?: number;
}

/** A published medium, as the sandbox's ledger lists it. */
export interface LedgerEntry {
  id: string;
  username: string;
  caption: string;
  permalink: string;
  timestamp: string;
  container_id: string;
  media_type: string;
  media_product_type: string;
  /** Where the bytes are that Instagram fetched. */
  media_url: string;
  bytes_sha256: string;
  location_id: string | null;
  user_tags: PublishedTag[];
  collaborators: string[];
  comments: { text: string }[];
  alt_text: string | null;
  share_to_feed: boolean | null;
  audio_name: string | null;
  /** Of a carousel, in their order. */
  children: {
    media_type: string;
    media_url: string;
    alt_text: string | null;
    user_tags: PublishedTag[];
  }[];
}

/** A call that the product made to Instagram. */
export interface GraphCall {
  /** In ms. */
  time: number;
  method: string;
  path: string;
  params: Record<string, string>;
  status: number;
}

/** A mail as it arrived. */
export interface ReceivedEmail {
  to: string;
  subject: string;
  text: string;
}

/** A push message as its browser reads it. */
export interface ReceivedPush {
  endpoint: string;
  payload: PushMessage;
  ttl: number;
  urgency: string;
}

/** What a browser hands its page. */
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

/** The world outside, asked by its control calls (sandbox/README.md). */
export interface Sandbox {
  readonly url: string;
  /** What was published under this caption. */
  findPublished(caption: string): Promise<LedgerEntry[]>;
  /** What stands at this address: a story is published without its caption. */
  findPublishedAt(permalink: string): Promise<LedgerEntry | undefined>;
  listCalls(): Promise<GraphCall[]>;
  /** To this address, oldest first. */
  findEmails(address: string): Promise<ReceivedEmail[]>;
  /** A browser that subscribes for the application of this key. */
  subscribeBrowser(applicationServerKey: string): Promise<BrowserSubscription>;
  /** Every push message that arrived, oldest first. */
  listPushes(): Promise<ReceivedPush[]>;
  armFault(armFault: Fault): Promise<void>;
  /** Moves its clock, and does all that is due by then: whoever shares the world shares the time. */
  advanceTime(ms: number): Promise<void>;
  /** A person publishes with Instagram's own application. */
  publishManually(username: string, caption: string): Promise<void>;
  /** One more account at Instagram, also on a page of the person who has the account `owner`. */
  createAccount(
    username: string,
    options?: { owner?: string; tasks?: string[]; name?: string },
  ): Promise<void>;
  /** The owner of the account removes the app at Facebook. */
  removeAccess(username: string): Promise<void>;
  /** Of all that is held of this account's owner; answers where to follow it. */
  requestDeletion(username: string): Promise<string>;
}

export function connectSandbox(url: string): Sandbox {
  // The sandbox is the tests' own instrument: its answers are taken at their word.
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
      return messages.filter(({ to }) => to === address);
    },
    async subscribeBrowser(applicationServerKey) {
      const response = await post('push/subscriptions', { applicationServerKey });
      // As above.
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
      // As above.
      return ((await response.json()) as { answer: { url: string } }).answer.url;
    },
  };
}

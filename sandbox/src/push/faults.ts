import type { FaultCatalog } from '../platform/faults.ts';

interface FaultResponse {
  status: number;
  reason: string;
  /** The browser is not there any more: the subscription ends. */
  endsSubscription?: boolean;
  /** In seconds. */
  retryAfter?: number;
}

/** What is answered; or nothing is: the connection is cut, or stays until the caller leaves. */
export type PushFault = FaultResponse | 'cut' | 'silent';

const FAULTS: Record<string, PushFault> = {
  gone: { status: 410, reason: 'the subscription has expired', endsSubscription: true },
  'not-found': { status: 404, reason: 'no such subscription', endsSubscription: true },
  'too-many': { status: 429, reason: 'too many messages', retryAfter: 120 },
  'server-error': { status: 500, reason: 'internal error' },
  refused: { status: 403, reason: 'these credentials are refused' },
  cut: 'cut',
  silent: 'silent',
};

/** What a push service can do wrong with a message. */
export const pushFaults: FaultCatalog = {
  steps: ['send'],
  names: Object.keys(FAULTS),
  canApply: (_step, fault) => Object.hasOwn(FAULTS, fault),
};

export const findPushFault = (name: string): PushFault | undefined => FAULTS[name];

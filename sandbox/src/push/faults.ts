import type { FaultCatalog } from '../platform/faults.ts';

interface FaultResponse {
  status: number;
  reason: string;
  endsSubscription?: boolean;
  /** In seconds. */
  retryAfter?: number;
}

/** The response of a fault; `cut` closes the connection, `silent` leaves it open until the caller aborts. */
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

export const pushFaults: FaultCatalog = {
  steps: ['send'],
  names: Object.keys(FAULTS),
  canApply: (_step, fault) => Object.hasOwn(FAULTS, fault),
};

export const findPushFault = (name: string): PushFault | undefined => FAULTS[name];

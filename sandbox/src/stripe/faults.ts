import type { FaultCatalog } from '../platform/faults.ts';

export type ApiFault = {
  isApplied: boolean;
  response: 'result' | 'cut' | 'reset' | 'error';
  status?: number;
  delayPosition: 'before' | 'after';
};

export const API_FAULTS: Record<string, ApiFault> = {
  'timeout-before-commit': { isApplied: false, response: 'cut', delayPosition: 'after' },
  'timeout-after-commit': { isApplied: true, response: 'cut', delayPosition: 'after' },
  'reset-before-commit': { isApplied: false, response: 'reset', delayPosition: 'after' },
  'reset-after-commit': { isApplied: true, response: 'reset', delayPosition: 'after' },
  slow: { isApplied: true, response: 'result', delayPosition: 'after' },
  'slow-effect': { isApplied: true, response: 'result', delayPosition: 'before' },
  '500': { isApplied: false, response: 'error', status: 500, delayPosition: 'after' },
  '500-after-commit': { isApplied: true, response: 'error', status: 500, delayPosition: 'after' },
  '503': { isApplied: false, response: 'error', status: 503, delayPosition: 'after' },
  '429': { isApplied: false, response: 'error', status: 429, delayPosition: 'after' },
  '401': { isApplied: false, response: 'error', status: 401, delayPosition: 'after' },
  '400': { isApplied: false, response: 'error', status: 400, delayPosition: 'after' },
};

/** The faults of event deliveries; their step is `webhook` or the type of the event. */
export const WEBHOOK_FAULTS = ['drop', 'duplicate', 'delay', 'shuffle'] as const;

const WEBHOOK_STEP = 'webhook';

/** `api` strikes any call, other steps strike the calls they name. */
export function createPaymentFaults(
  callSteps: readonly string[],
  eventTypes: readonly string[],
): FaultCatalog {
  const steps = ['api', ...new Set(callSteps)];
  return {
    steps: [...steps, WEBHOOK_STEP, ...eventTypes],
    names: [...Object.keys(API_FAULTS), ...WEBHOOK_FAULTS],
    canApply: (step, fault) =>
      steps.includes(step)
        ? Object.hasOwn(API_FAULTS, fault)
        : WEBHOOK_FAULTS.some((each) => each === fault),
  };
}

import type { FaultBook } from '../faults.ts';

/** What a fault does to one call of the API. */
export type ApiFault = {
  takesPlace: boolean;
  answer: 'result' | 'cut' | 'reset' | 'error';
  status?: number;
  waits: 'before' | 'after';
};

export const API_FAULTS: Record<string, ApiFault> = {
  'timeout-before-commit': { takesPlace: false, answer: 'cut', waits: 'after' },
  'timeout-after-commit': { takesPlace: true, answer: 'cut', waits: 'after' },
  'reset-before-commit': { takesPlace: false, answer: 'reset', waits: 'after' },
  'reset-after-commit': { takesPlace: true, answer: 'reset', waits: 'after' },
  slow: { takesPlace: true, answer: 'result', waits: 'after' },
  'slow-effect': { takesPlace: true, answer: 'result', waits: 'before' },
  '500': { takesPlace: false, answer: 'error', status: 500, waits: 'after' },
  '500-after-commit': { takesPlace: true, answer: 'error', status: 500, waits: 'after' },
  '503': { takesPlace: false, answer: 'error', status: 503, waits: 'after' },
  '429': { takesPlace: false, answer: 'error', status: 429, waits: 'after' },
  '401': { takesPlace: false, answer: 'error', status: 401, waits: 'after' },
  '400': { takesPlace: false, answer: 'error', status: 400, waits: 'after' },
};

/** What can happen to an event on its way: the step is `webhook` or the type of the event. */
export const WEBHOOK_FAULTS = ['drop', 'duplicate', 'delay', 'shuffle'] as const;

const WEBHOOK_STEP = 'webhook';

/** The faults of payments: `api` strikes any call, the others the calls they are named after. */
export function paymentFaults(
  callSteps: readonly string[],
  eventTypes: readonly string[],
): FaultBook {
  const steps = ['api', ...new Set(callSteps)];
  return {
    steps: [...steps, WEBHOOK_STEP, ...eventTypes],
    names: [...Object.keys(API_FAULTS), ...WEBHOOK_FAULTS],
    understands: (step, fault) =>
      steps.includes(step)
        ? Object.hasOwn(API_FAULTS, fault)
        : WEBHOOK_FAULTS.some((each) => each === fault),
  };
}

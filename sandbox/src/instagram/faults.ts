import type { FaultBook } from '../faults.ts';
import { ERROR_KEYS, findErrorKey } from './graph-error.ts';
import { unknownScopes } from './scopes.ts';

/** Where a fault can strike. `token` and `rate` strike any call that carries a token. */
export const STEPS = [
  'dialog',
  'oauth',
  'page',
  'me',
  'permissions',
  'account',
  'create',
  'status',
  'publish',
  'quota',
  'permalink',
  'list',
  'comment',
  'delete',
  'search',
  'insights',
  'token',
  'rate',
] as const;

export type Step = (typeof STEPS)[number];

/** What a fault does to one call. */
export type FaultEffect = {
  /** Does the call do what it was asked, whatever is answered? */
  takesPlace: boolean;
  answer: 'result' | 'error' | 'silence' | 'reset';
  /** The key of the error answered. */
  error?: string;
  /** Does `delayMs` pass before effect and answer, between them, or before the effect alone? */
  waits: 'before' | 'after' | 'apart';
  /** A change of meaning that the endpoint itself looks for. */
  twist?: string;
  /** The subcode with which all tokens of this person die, until the next login. */
  killsTokens?: string;
  /** The permission that all tokens of this person lose, until the next login. */
  withdraws?: string;
};

const result = { takesPlace: true, answer: 'result', waits: 'after' } as const;

/** The faults with a name of their own; the others are errors, see `effectOf`. */
const NAMED: Record<string, { effect: FaultEffect; steps?: readonly Step[] }> = {
  'timeout-after-commit': { effect: { takesPlace: true, answer: 'silence', waits: 'after' } },
  'timeout-before-commit': { effect: { takesPlace: false, answer: 'silence', waits: 'after' } },
  'reset-after-commit': { effect: { takesPlace: true, answer: 'reset', waits: 'after' } },
  'reset-before-commit': { effect: { takesPlace: false, answer: 'reset', waits: 'after' } },
  slow: { effect: { ...result } },
  'slow-effect': { effect: { ...result, waits: 'before' } },
  'late-effect': {
    effect: { takesPlace: true, answer: 'silence', waits: 'apart' },
    steps: ['create', 'publish', 'comment', 'delete', 'permissions'],
  },
  '500-code2': { effect: { takesPlace: false, answer: 'error', error: '2', waits: 'after' } },
  '403-2207051': {
    effect: { takesPlace: false, answer: 'error', error: '4/2207051', waits: 'after' },
  },
  '400-2207051': {
    effect: { takesPlace: false, answer: 'error', error: '4/2207051/documented', waits: 'after' },
  },
  quota: { effect: { takesPlace: false, answer: 'error', error: '9/2207042', waits: 'after' } },
  stuck: { effect: { ...result, twist: 'stuck' }, steps: ['create', 'status'] },
  copyright: { effect: { ...result, twist: 'copyright' }, steps: ['status'] },
  trimmed: { effect: { ...result, twist: 'trimmed' }, steps: ['permissions'] },
  none: { effect: { ...result, twist: 'none' }, steps: ['page'] },
  'no-ig': { effect: { ...result, twist: 'no-ig' }, steps: ['page'] },
  endless: { effect: { ...result, twist: 'endless' }, steps: ['page'] },
  'no-username': { effect: { ...result, twist: 'no-username' }, steps: ['page'] },
  deny: { effect: { ...result, twist: 'deny' }, steps: ['dialog'] },
};

const PATTERNS = [
  'error:<subcode>',
  'without:<scope>',
  '<code>/<subcode>',
  '<code>',
  '<fault>-but-published',
];
const CONTAINER_ERROR = /^error:\d+$/;
const WITHOUT = 'without:';
const ALTHOUGH_DONE = '-but-published';
const DEADLY_TO_TOKENS = new Set(['458', '459', '460', '463', '464', '467', '492']);

/** What the fault does when it strikes at the step, or undefined if it can not strike there. */
export function effectOf(step: string, fault: string): FaultEffect | undefined {
  const named = NAMED[fault];
  if (named)
    return !named.steps || named.steps.some((each) => each === step) ? named.effect : undefined;
  if (step === 'dialog') return undefined;
  if (CONTAINER_ERROR.test(fault)) {
    return step === 'create' || step === 'status' ? { ...result, twist: fault } : undefined;
  }
  if (fault.startsWith(WITHOUT)) {
    const withdraws = fault.slice(WITHOUT.length);
    const isKnown = step === 'permissions' && unknownScopes([withdraws]).length === 0;
    return isKnown ? { ...result, withdraws } : undefined;
  }
  if (fault.endsWith(ALTHOUGH_DONE)) {
    const effect = effectOf(step, fault.slice(0, -ALTHOUGH_DONE.length));
    return effect?.answer === 'error' ? { ...effect, takesPlace: true } : undefined;
  }
  const error = findErrorKey(fault);
  if (!error) return undefined;
  const killsTokens = step === 'token' && DEADLY_TO_TOKENS.has(fault) ? { killsTokens: fault } : {};
  return { takesPlace: false, answer: 'error', error, waits: 'after', ...killsTokens };
}

const encode = (fault: string): string => fault.replaceAll(/\W/g, '_');
const ENCODED = new Map([...Object.keys(NAMED), ...ERROR_KEYS].map((name) => [encode(name), name]));
const ENCODED_ALTHOUGH_DONE = encode(ALTHOUGH_DONE);

/** The fault that a hashtag names, in which every other character is written as `_`. */
export function decodeFault(step: string, encoded: string): string | undefined {
  if (encoded.endsWith(ENCODED_ALTHOUGH_DONE)) {
    const fault = decodeFault(step, encoded.slice(0, -ENCODED_ALTHOUGH_DONE.length));
    return fault && understood(step, fault + ALTHOUGH_DONE);
  }
  return understood(step, ENCODED.get(encoded) ?? encoded.replace(/^error_(?=\d+$)/, 'error:'));
}

function understood(step: string, fault: string): string | undefined {
  return effectOf(step, fault) && fault;
}

/** The faults of the Instagram fake, for the control call that arms them. */
export const instagramFaults: FaultBook = {
  steps: STEPS,
  names: [...Object.keys(NAMED), ...PATTERNS, ...ERROR_KEYS],
  understands: (step, fault) => effectOf(step, fault) !== undefined,
};

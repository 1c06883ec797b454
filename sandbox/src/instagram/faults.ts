import type { FaultCatalog } from '../platform/faults.ts';
import { ERROR_KEYS, findErrorKey } from './graph-error.ts';
import { INSTAGRAM_SCOPES } from './instagram-login/scopes.ts';
import { SCOPES } from './scopes.ts';

/** The steps at which a fault can strike. `token` and `rate` strike any call with a token. */
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
  'upload',
  'token',
  'rate',
] as const;

export type Step = (typeof STEPS)[number];

export type FaultEffect = {
  /** Whether the call takes effect, independent of the response. */
  isApplied: boolean;
  response: 'result' | 'extended' | 'error' | 'silence' | 'reset' | 'empty' | 'html';
  error?: string;
  /** `before`: delay, effect, response. `after`: effect, delay, response. `apart`: cut, delay, effect. */
  delayPosition: 'before' | 'after' | 'apart';
  /** A variant that the endpoint itself implements. */
  variant?: string;
  /** The subcode with which all tokens of this person become invalid until the next login. */
  tokenErrorSubcode?: string;
  /** The permission that all tokens of this person lose until the next login. */
  revokedScope?: string;
};

const resultEffect = { isApplied: true, response: 'result', delayPosition: 'after' } as const;

/** A response with 200 in which the client finds no answer. */
function withAnswerless(response: 'empty' | 'html'): Record<string, { effect: FaultEffect }> {
  const effect = { response, delayPosition: 'after' } as const;
  return {
    [`${response}-after-commit`]: { effect: { ...effect, isApplied: true } },
    [`${response}-before-commit`]: { effect: { ...effect, isApplied: false } },
  };
}

/** Faults with their own name; `findEffect` handles the others, which are errors. */
const NAMED_EFFECTS: Record<string, { effect: FaultEffect; steps?: readonly Step[] }> = {
  'timeout-after-commit': {
    effect: { isApplied: true, response: 'silence', delayPosition: 'after' },
  },
  'timeout-before-commit': {
    effect: { isApplied: false, response: 'silence', delayPosition: 'after' },
  },
  'reset-after-commit': { effect: { isApplied: true, response: 'reset', delayPosition: 'after' } },
  'reset-before-commit': {
    effect: { isApplied: false, response: 'reset', delayPosition: 'after' },
  },
  ...withAnswerless('empty'),
  ...withAnswerless('html'),
  extended: { effect: { ...resultEffect, response: 'extended' } },
  slow: { effect: { ...resultEffect } },
  'slow-effect': { effect: { ...resultEffect, delayPosition: 'before' } },
  'late-effect': {
    effect: { isApplied: true, response: 'silence', delayPosition: 'apart' },
    steps: ['create', 'publish', 'comment', 'delete', 'permissions'],
  },
  '500-code2': {
    effect: { isApplied: false, response: 'error', error: '2', delayPosition: 'after' },
  },
  '403-2207051': {
    effect: { isApplied: false, response: 'error', error: '4/2207051', delayPosition: 'after' },
  },
  '400-2207051': {
    effect: {
      isApplied: false,
      response: 'error',
      error: '4/2207051/documented',
      delayPosition: 'after',
    },
  },
  quota: {
    effect: { isApplied: false, response: 'error', error: '9/2207042', delayPosition: 'after' },
  },
  stuck: { effect: { ...resultEffect, variant: 'stuck' }, steps: ['create', 'status'] },
  'no-uploads': { effect: { ...resultEffect, variant: 'no-uploads' }, steps: ['create'] },
  'no-uri': { effect: { ...resultEffect, variant: 'no-uri' }, steps: ['create'] },
  copyright: { effect: { ...resultEffect, variant: 'copyright' }, steps: ['status'] },
  'no-product-type': { effect: { ...resultEffect, variant: 'no-product-type' }, steps: ['list'] },
  'told-only': { effect: { ...resultEffect, variant: 'told-only' }, steps: ['publish'] },
  trimmed: { effect: { ...resultEffect, variant: 'trimmed' }, steps: ['permissions'] },
  invalid: { effect: { ...resultEffect, variant: 'invalid' }, steps: ['permissions'] },
  none: { effect: { ...resultEffect, variant: 'none' }, steps: ['page'] },
  'no-ig': { effect: { ...resultEffect, variant: 'no-ig' }, steps: ['page', 'me'] },
  endless: { effect: { ...resultEffect, variant: 'endless' }, steps: ['page'] },
  'no-username': { effect: { ...resultEffect, variant: 'no-username' }, steps: ['page'] },
  deny: { effect: { ...resultEffect, variant: 'deny' }, steps: ['dialog'] },
};

const PATTERNS = [
  'cut:<bytes>',
  'error:<subcode>',
  'without:<scope>',
  '<code>/<subcode>',
  '<code>',
  '<fault>-but-published',
];
const UPLOAD_FAULTS = ['unanswered', 'retriable', '1363008'];
const CONTAINER_ERROR = /^error:\d+$/;
const WITHOUT_PREFIX = 'without:';
const BUT_PUBLISHED_SUFFIX = '-but-published';
const TOKEN_ERROR_SUBCODES = new Set(['458', '459', '460', '463', '464', '467', '492']);

/** Returns the effect of the fault at the step; undefined if the fault cannot strike there. */
export function findEffect(step: string, fault: string): FaultEffect | undefined {
  if (step === 'upload') return findUploadEffect(fault);
  const named = NAMED_EFFECTS[fault];
  if (named)
    return !named.steps || named.steps.some((each) => each === step) ? named.effect : undefined;
  if (step === 'dialog') return undefined;
  if (CONTAINER_ERROR.test(fault)) {
    return step === 'create' || step === 'status' ? { ...resultEffect, variant: fault } : undefined;
  }
  if (fault.startsWith(WITHOUT_PREFIX)) {
    const revokedScope = fault.slice(WITHOUT_PREFIX.length);
    const isKnown = [...SCOPES, ...INSTAGRAM_SCOPES].some((scope) => scope === revokedScope);
    return isKnown && step === 'permissions' ? { ...resultEffect, revokedScope } : undefined;
  }
  if (fault.endsWith(BUT_PUBLISHED_SUFFIX)) {
    const effect = findEffect(step, fault.slice(0, -BUT_PUBLISHED_SUFFIX.length));
    return effect?.response === 'error' ? { ...effect, isApplied: true } : undefined;
  }
  const error = findErrorKey(fault);
  if (!error) return undefined;
  const tokenErrorSubcode =
    step === 'token' && TOKEN_ERROR_SUBCODES.has(fault) ? { tokenErrorSubcode: fault } : {};
  return {
    isApplied: false,
    response: 'error',
    error,
    delayPosition: 'after',
    ...tokenErrorSubcode,
  };
}

/** `slow` is only a delay, and the named faults of calls are not those of an upload. */
function findUploadEffect(fault: string): FaultEffect | undefined {
  const isKnown = /^cut:\d+$/.test(fault) || fault === 'slow' || UPLOAD_FAULTS.includes(fault);
  return isKnown ? { ...resultEffect, variant: fault } : undefined;
}

const encode = (fault: string): string => fault.replaceAll(/\W/g, '_');
const FAULTS_BY_ENCODED_NAME = new Map(
  [...Object.keys(NAMED_EFFECTS), ...ERROR_KEYS].map((name) => [encode(name), name]),
);
const ENCODED_BUT_PUBLISHED_SUFFIX = encode(BUT_PUBLISHED_SUFFIX);

/** In the hashtag, `_` replaces every character that a hashtag cannot contain. */
export function decodeFault(step: string, encoded: string): string | undefined {
  if (encoded.endsWith(ENCODED_BUT_PUBLISHED_SUFFIX)) {
    const fault = decodeFault(step, encoded.slice(0, -ENCODED_BUT_PUBLISHED_SUFFIX.length));
    return fault && acceptFault(step, fault + BUT_PUBLISHED_SUFFIX);
  }
  return acceptFault(
    step,
    FAULTS_BY_ENCODED_NAME.get(encoded) ?? encoded.replace(/^error_(?=\d+$)/, 'error:'),
  );
}

function acceptFault(step: string, fault: string): string | undefined {
  return findEffect(step, fault) && fault;
}

export const instagramFaults: FaultCatalog = {
  steps: STEPS,
  names: [...Object.keys(NAMED_EFFECTS), ...PATTERNS, ...UPLOAD_FAULTS, ...ERROR_KEYS],
  canApply: (step, fault) => findEffect(step, fault) !== undefined,
};

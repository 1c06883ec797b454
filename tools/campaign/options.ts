import { parseArgs } from 'node:util';
import type { RemovableRule } from '@pontual/server/publishing/removable-rules.ts';

export const MUTATIONS = [
  'one-worker',
  'one-container',
  'intent-first',
  'reconcile-first',
  'certain-end',
] as const satisfies readonly RemovableRule[];
export type Mutation = (typeof MUTATIONS)[number];

export interface Options {
  posts: number;
  productionPosts: number;
  scale: number;
  seed: number;
  workers: number;
  /** Real minutes of the scaled part. */
  minutes: number;
  intensity: number;
  restores: number;
  /** What Instagram does with a second publish call for a container. */
  republish: string;
  mutate: Mutation | undefined;
  json: string | undefined;
  keep: boolean;
}

/** The load that two cores can handle: on a slower machine posts end late, as `too-late`. */
const fullDefaults = {
  posts: '10000',
  productionPosts: '500',
  minutes: '40',
  intensity: '0.7',
  scale: '6',
};
const smallDefaults = {
  posts: '400',
  productionPosts: '0',
  minutes: '5',
  intensity: '4',
  scale: '10',
};
/** A backup is half an hour old when it is restored, and the recovery takes time. */
const MINUTES_PER_RESTORE = 200;

const readNumber = (text: string, name: string): number => {
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0) throw new Error(`--${name} takes a number`);
  return value;
};

/** @throws Error with the invalid option */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      posts: { type: 'string' },
      'production-posts': { type: 'string' },
      scale: { type: 'string' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      workers: { type: 'string', default: '4' },
      minutes: { type: 'string' },
      intensity: { type: 'string' },
      restores: { type: 'string' },
      republish: { type: 'string', default: 'duplicate' },
      mutate: { type: 'string' },
      json: { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
  });
  const mutate = MUTATIONS.find((name) => name === values.mutate);
  if (values.mutate !== undefined && mutate === undefined) {
    throw new Error(`--mutate takes one of ${MUTATIONS.join(', ')}`);
  }
  // A removed rule shows soon, so a small campaign with many faults suffices.
  const defaults = mutate === undefined ? fullDefaults : smallDefaults;
  const scale = readNumber(values.scale ?? defaults.scale, 'scale');
  const minutes = readNumber(values.minutes ?? defaults.minutes, 'minutes');
  const restores = mutate === undefined ? Math.floor((minutes * scale) / MINUTES_PER_RESTORE) : 0;
  return {
    posts: readNumber(values.posts ?? defaults.posts, 'posts'),
    productionPosts: readNumber(
      values['production-posts'] ?? defaults.productionPosts,
      'production-posts',
    ),
    scale,
    seed: readNumber(values.seed, 'seed'),
    workers: readNumber(values.workers, 'workers'),
    minutes,
    intensity: readNumber(values.intensity ?? defaults.intensity, 'intensity'),
    restores: values.restores === undefined ? restores : readNumber(values.restores, 'restores'),
    republish: values.republish,
    mutate,
    json: values.json,
    keep: values.keep,
  };
}

export const buildReplayCommand = (options: Options): string =>
  [
    'npm run campaign --',
    ...(options.mutate === undefined ? [] : [`--mutate ${options.mutate}`]),
    `--seed ${options.seed} --posts ${options.posts} --scale ${options.scale}`,
    `--workers ${options.workers} --minutes ${options.minutes} --intensity ${options.intensity}`,
    `--restores ${options.restores} --republish ${options.republish} --production-posts ${options.productionPosts}`,
  ].join(' ');

import { parseArgs } from 'node:util';

export const MUTATIONS = ['R1', 'R2', 'R3', 'R4', 'R5'] as const;
export type Mutation = (typeof MUTATIONS)[number];

export interface Options {
  posts: number;
  productionPosts: number;
  /** How much faster than the machine's the campaign's time runs. */
  scale: number;
  seed: number;
  workers: number;
  /** Real ones, for the part with scaled time. */
  minutes: number;
  /** How many times as many faults as usual. */
  intensity: number;
  /** What Instagram does with a second publish of a container. */
  republish: string;
  mutate: Mutation | undefined;
  json: string | undefined;
  /** Keeps the folder with the logs. */
  keep: boolean;
}

const number = (text: string, name: string): number => {
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0) throw new Error(`--${name} takes a number`);
  return value;
};

/** @throws Error with what is wrong. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      posts: { type: 'string', default: '10000' },
      'production-posts': { type: 'string', default: '500' },
      scale: { type: 'string', default: '12' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      workers: { type: 'string', default: '4' },
      minutes: { type: 'string', default: '30' },
      intensity: { type: 'string', default: '1' },
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
  return {
    posts: number(values.posts, 'posts'),
    productionPosts: number(values['production-posts'], 'production-posts'),
    scale: number(values.scale, 'scale'),
    seed: number(values.seed, 'seed'),
    workers: number(values.workers, 'workers'),
    minutes: number(values.minutes, 'minutes'),
    intensity: number(values.intensity, 'intensity'),
    republish: values.republish,
    mutate,
    json: values.json,
    keep: values.keep,
  };
}

/** The command that does the same again. */
export const replayOf = (options: Options): string =>
  [
    'npm run campaign --',
    ...(options.mutate === undefined ? [] : [`--mutate ${options.mutate}`]),
    `--seed ${options.seed} --posts ${options.posts} --scale ${options.scale}`,
    `--workers ${options.workers} --minutes ${options.minutes} --intensity ${options.intensity}`,
    `--republish ${options.republish} --production-posts ${options.productionPosts}`,
  ].join(' ');

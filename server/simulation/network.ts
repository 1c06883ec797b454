import type { InProcessFetch } from '@pontual/sandbox/in-process-fetch.ts';
import {
  NotSentError,
  type Answer,
  type Outgoing,
  type Transport,
} from '../src/instagram/instagram.transport.ts';
import type { Chance } from './chance.ts';
import { never, type SimulatedProcess } from './process.ts';
import type { VirtualTime } from './time.ts';

/** What a call is for, as the sandbox names its steps. */
export type Step = 'create' | 'publish' | 'status' | 'list' | 'quota' | 'other';

export type NetworkTrouble =
  /** Never arrives; the caller waits for nothing, or is told at once. */
  | 'request-lost'
  | 'request-refused'
  /** Takes effect; the caller never learns it, or late. */
  | 'answer-lost'
  | 'slow-answer'
  /** Arrives late, perhaps when its caller has given up. */
  | 'slow-request';

export interface ArmedTrouble {
  step: Step;
  trouble: NetworkTrouble;
}

/** A request may be on its way for so long; with all other delays less than the quiescence. */
const SLOW_REQUEST_MS = 20_000;
const SLOW_ANSWER_MS = 80_000;

export type Network = ReturnType<typeof createNetwork>;

/** The way to Instagram and back, which takes time and loses things. */
export function createNetwork(
  time: VirtualTime,
  chance: Chance,
  instagram: InProcessFetch,
  told: (armed: ArmedTrouble) => void,
) {
  let armed: ArmedTrouble[] = [];

  function take(step: Step): NetworkTrouble | undefined {
    const found = armed.find((trouble) => trouble.step === step);
    if (found === undefined) return undefined;
    armed = armed.filter((trouble) => trouble !== found);
    told(found);
    return found.trouble;
  }

  async function deliver({ url, method, headers, body }: Outgoing): Promise<Answer> {
    const trouble = take(stepOf(url, method));
    if (trouble === 'request-refused') throw new Error('refused');
    if (trouble === 'request-lost') return never();
    await time.sleep(
      trouble === 'slow-request' ? chance.between(5000, SLOW_REQUEST_MS) : chance.between(2, 90),
    );
    // What is on its way arrives, whatever becomes of its sender.
    const arrived = await time.still(arrive(instagram(url, { method, headers, body })));
    if (trouble === 'answer-lost') return never();
    await time.sleep(
      trouble === 'slow-answer' ? chance.between(5000, SLOW_ANSWER_MS) : chance.between(2, 250),
    );
    return arrived;
  }

  return {
    arm: (trouble: ArmedTrouble) => void armed.push(trouble),

    transportFor(process: SimulatedProcess): Transport {
      return async (outgoing) => {
        // It may be stopped, or die, until the request is written.
        await process.gate();
        if (outgoing.mayBegin?.() === false) throw new NotSentError();
        const aborted = new Promise<never>((_, reject) => {
          outgoing.signal.addEventListener('abort', () => reject(new Error('aborted')), {
            once: true,
          });
        });
        try {
          return await Promise.race([deliver(outgoing), aborted]);
        } finally {
          await process.gate();
        }
      };
    },
  };
}

async function arrive(call: Promise<Response>): Promise<Answer> {
  const response = await call;
  return { text: await response.text(), headers: Object.fromEntries(response.headers) };
}

function stepOf(url: string, method: string): Step {
  const [path = ''] = url.split('?');
  if (path.endsWith('/media_publish')) return 'publish';
  if (path.endsWith('/content_publishing_limit')) return 'quota';
  if (path.endsWith('/media')) return method === 'POST' ? 'create' : 'list';
  if (path.endsWith('/stories')) return 'list';
  return url.includes('status_code') ? 'status' : 'other';
}

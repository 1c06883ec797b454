import type { InProcessFetch } from '@pontual/sandbox/platform/in-process-fetch.ts';
import {
  NotSentError,
  type GraphResponse,
  type GraphRequest,
  type Transport,
} from '@pontual/server/instagram/graph/transport.ts';
import type { SeededRandom } from './random.ts';
import { neverResolves, type SimulatedProcess } from './process.ts';
import type { VirtualTime } from './time.ts';

export type Step = 'create' | 'publish' | 'status' | 'list' | 'quota' | 'other';

export type NetworkFault =
  /** The request never arrives; the caller gets no response or an immediate error. */
  | 'request-lost'
  | 'request-refused'
  /** The request takes effect; the caller gets the response late or never. */
  | 'answer-lost'
  | 'slow-answer'
  /** The request arrives late, perhaps after its caller has given up. */
  | 'slow-request';

export interface ArmedFault {
  step: Step;
  fault: NetworkFault;
}

export interface SentCall {
  /** Contains the account. */
  url: string;
  at: number;
}

/** Maximum delay of a request; with all other delays it is less than the quiescence. */
const SLOW_REQUEST_MS = 20_000;
const SLOW_ANSWER_MS = 80_000;

export type Network = ReturnType<typeof createNetwork>;

export function createNetwork(
  time: VirtualTime,
  random: SeededRandom,
  instagram: InProcessFetch,
  onFault: (armed: ArmedFault) => void,
) {
  let armedFaults: ArmedFault[] = [];
  const publishCalls: SentCall[] = [];

  function takeFault(step: Step): NetworkFault | undefined {
    const found = armedFaults.find((armed) => armed.step === step);
    if (found === undefined) return undefined;
    armedFaults = armedFaults.filter((armed) => armed !== found);
    onFault(found);
    return found.fault;
  }

  async function deliver({ url, method, headers, body }: GraphRequest): Promise<GraphResponse> {
    const fault = takeFault(getStep(url, method));
    if (fault === 'request-refused') throw new Error('refused');
    if (fault === 'request-lost') return neverResolves();
    await time.sleep(
      fault === 'slow-request' ? random.int(5000, SLOW_REQUEST_MS) : random.int(2, 90),
    );
    // A request in flight arrives, whatever happens to its sender.
    const arrived = await time.freezeDuring(readAnswer(instagram(url, { method, headers, body })));
    if (fault === 'answer-lost') return neverResolves();
    await time.sleep(
      fault === 'slow-answer' ? random.int(5000, SLOW_ANSWER_MS) : random.int(2, 250),
    );
    return arrived;
  }

  return {
    publishCalls,

    arm: (fault: ArmedFault) => void armedFaults.push(fault),

    transportFor(process: SimulatedProcess): Transport {
      return async (outgoing) => {
        await process.gate();
        if (outgoing.canSend?.() === false) throw new NotSentError();
        const { url, method } = outgoing;
        if (getStep(url, method) === 'publish') publishCalls.push({ url, at: time.now() });
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

async function readAnswer(call: Promise<Response>): Promise<GraphResponse> {
  const response = await call;
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
  };
}

function getStep(url: string, method: string): Step {
  const [path = ''] = url.split('?');
  if (path.endsWith('/media_publish')) return 'publish';
  if (path.endsWith('/content_publishing_limit')) return 'quota';
  if (path.endsWith('/media')) return method === 'POST' ? 'create' : 'list';
  if (path.endsWith('/stories')) return 'list';
  return url.includes('status_code') ? 'status' : 'other';
}

import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Agent } from 'undici';

export interface GraphRequest {
  url: string;
  method: 'GET' | 'POST' | 'DELETE';
  headers: Record<string, string>;
  body: string | Readable | null;
  /** Ends the wait for the response; a request that was already sent may still take effect. */
  signal: AbortSignal;
  /** Called in the turn of the event loop that writes the request to its socket; false sends nothing. */
  canSend?: (() => boolean) | undefined;
}

export interface GraphResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/**
 * One HTTP exchange, without redirects and retries: a repeated publish call could publish twice.
 * @throws NotSentError when `canSend` returned false; any other error leaves open whether the request
 * arrived.
 */
export type Transport = (outgoing: GraphRequest) => Promise<GraphResponse>;

/** No byte of the request has left this process. */
export class NotSentError extends Error {}

const agent = new Agent();

/**
 * Only the handler of undici's `dispatch` runs right before the bytes are sent: with `fetch`, a process that
 * is suspended while it connects would send the request minutes later.
 */
export const sendOverHttp: Transport = ({ url, method, headers, body, signal, canSend }) =>
  new Promise((resolve, reject) => {
    const { origin, pathname, search } = new URL(url);
    const chunks: Buffer[] = [];
    let responseHeaders: IncomingHttpHeaders = {};
    let responseStatus = 0;
    let stop = () => {};
    const giveUp = () => {
      reject(new Error('no answer in time'));
      stop();
    };
    // A signal may live as long as the process.
    const settle = () => signal.removeEventListener('abort', giveUp);
    signal.addEventListener('abort', giveUp, { once: true });
    agent.dispatch(
      { origin, path: `${pathname}${search}`, method, headers, body },
      {
        onRequestStart(controller) {
          stop = () => controller.abort(new Error('given up'));
          if (signal.aborted) stop();
          else if (canSend?.() === false) controller.abort(new NotSentError());
        },
        onResponseStart(_controller, status, received) {
          responseStatus = status;
          responseHeaders = received;
        },
        onResponseData: (_controller, chunk) => void chunks.push(chunk),
        onResponseEnd: () => {
          settle();
          resolve({
            status: responseStatus,
            headers: responseHeaders,
            text: Buffer.concat(chunks).toString(),
          });
        },
        onResponseError: (_controller, error) => {
          settle();
          reject(error);
        },
      },
    );
  });

import type { IncomingHttpHeaders } from 'node:http';
import { Agent } from 'undici';

/** A request to Instagram. */
export interface GraphRequest {
  url: string;
  method: 'GET' | 'POST' | 'DELETE';
  headers: Record<string, string>;
  body: string | null;
  /** Ends the wait for the answer; what has left this process may still take effect. */
  signal: AbortSignal;
  /**
   * Asked in the very turn of the event loop in which the request is written to its socket, after
   * every wait for a connection; if it says no, nothing is sent.
   */
  canSend?: (() => boolean) | undefined;
}

export interface GraphResponse {
  headers: IncomingHttpHeaders;
  text: string;
}

/**
 * One HTTP exchange, without redirects and repetitions.
 * @throws NotSentError when `canSend` said no; anything else leaves open whether it arrived.
 */
export type Transport = (outgoing: GraphRequest) => Promise<GraphResponse>;

/** Nothing of the request has left this process. */
export class NotSentError extends Error {}

const agent = new Agent();

/**
 * Over undici's `dispatch`, not `fetch`: only its handler hears of the moment before the bytes go
 * out. A process that is stopped while it connects goes on minutes later as if nothing had been.
 */
export const sendOverHttp: Transport = ({ url, method, headers, body, signal, canSend }) =>
  new Promise((resolve, reject) => {
    const { origin, pathname, search } = new URL(url);
    const chunks: Buffer[] = [];
    let responseHeaders: IncomingHttpHeaders = {};
    let stop = () => {};
    signal.addEventListener('abort', () => {
      reject(new Error('no answer in time'));
      stop();
    });
    agent.dispatch(
      { origin, path: `${pathname}${search}`, method, headers, body },
      {
        onRequestStart(controller) {
          stop = () => controller.abort(new Error('given up'));
          if (signal.aborted) stop();
          else if (canSend?.() === false) controller.abort(new NotSentError());
        },
        onResponseStart(_controller, _status, received) {
          responseHeaders = received;
        },
        onResponseData: (_controller, chunk) => void chunks.push(chunk),
        onResponseEnd: () =>
          resolve({ headers: responseHeaders, text: Buffer.concat(chunks).toString() }),
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });

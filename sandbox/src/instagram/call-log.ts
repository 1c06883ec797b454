import type { Settings } from '../platform/settings.ts';

export type LoggedCall = {
  /** Arrival in ms on the clock of the sandbox. */
  time: number;
  method: string;
  version: string;
  path: string;
  params: Record<string, string>;
  /** The HTTP status; 0 if the connection was cut without a response, null while the call is open. */
  status: number | null;
  /** When the response was sent or the connection cut, on the same clock; null while the call is open. */
  answeredAt: number | null;
};

export type CallFilter = { since?: number | undefined; path?: string | undefined };

export type CallLog = {
  add(call: LoggedCall): void;
  /** Returns the matching calls by time and end of path, with secrets masked, oldest first. */
  find(filter: CallFilter): LoggedCall[];
  reset(): void;
};

const MAX_CALLS = 200_000;
const SECRET_PARAMETERS = new Set([
  'access_token',
  'client_secret',
  'fb_exchange_token',
  'input_token',
  'appsecret_proof',
  'code',
]);

/** Creates a log of the newest calls, in memory only: it belongs to this process, not to the saved state. */
export function createCallLog(settings: Settings): CallLog {
  let calls: LoggedCall[] = [];
  return {
    add: (call) => {
      if (!settings.current().logCalls) return;
      if (calls.length >= 2 * MAX_CALLS) calls = calls.slice(-MAX_CALLS);
      calls.push(call);
    },
    find: ({ since = 0, path = '' }) =>
      calls
        .slice(-MAX_CALLS)
        .filter((call) => call.time >= since && call.path.endsWith(path))
        // Masks on reading, because the log writes thousands of calls for each one that a test reads.
        .map(maskCall),
    reset: () => {
      calls = [];
    },
  };
}

function maskCall({ params, ...call }: LoggedCall): LoggedCall {
  return { ...call, params: maskSecrets(params) };
}

function maskSecrets(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      SECRET_PARAMETERS.has(name) ? `${value.slice(0, 4)}…${value.slice(-4)}` : value,
    ]),
  );
}

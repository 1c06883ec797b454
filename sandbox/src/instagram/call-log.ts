import type { Settings } from '../platform/settings.ts';

/** One call to the Graph API or the dialog, as tests read it. */
export type LoggedCall = {
  /** Milliseconds on the sandbox's clock, at arrival. */
  time: number;
  method: string;
  path: string;
  params: Record<string, string>;
  /** The HTTP status; 0 if the connection was cut without an answer, null while it is open. */
  status: number | null;
  /** When it was answered or cut, on the same clock; null while it is open. */
  answeredAt: number | null;
};

export type CallFilter = { since?: number | undefined; path?: string | undefined };

export type CallLog = {
  add(call: LoggedCall): void;
  /** The calls since a moment and whose path ends like this, secrets masked; the oldest first. */
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

/** Keeps the newest calls in memory only: they are about this process, not about the world. */
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
        // Masked when read, because thousands are written for one that is.
        .map(maskCall),
    reset: () => {
      calls = [];
    },
  };
}

function maskCall({ params, ...call }: LoggedCall): LoggedCall {
  return { ...call, params: maskSecrets(params) };
}

/** Hides secrets, but leaves enough to see which one it was. */
function maskSecrets(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      SECRET_PARAMETERS.has(name) ? `${value.slice(0, 4)}…${value.slice(-4)}` : value,
    ]),
  );
}

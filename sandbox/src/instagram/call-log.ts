/** One call to the Graph API or the dialog, as tests read it. */
export type LoggedCall = {
  /** Milliseconds on the sandbox's clock, at arrival. */
  time: number;
  method: string;
  path: string;
  params: Record<string, string>;
  /** The HTTP status; 0 if the connection was cut without an answer, null while it is open. */
  status: number | null;
};

export type CallLog = { add(call: LoggedCall): void; all(): LoggedCall[]; reset(): void };

const KEPT = 50_000;
const SECRET_PARAMETERS = new Set([
  'access_token',
  'client_secret',
  'fb_exchange_token',
  'input_token',
  'appsecret_proof',
  'code',
]);

/** Keeps the newest calls in memory only: they are about this process, not about the world. */
export function createCallLog(): CallLog {
  let calls: LoggedCall[] = [];
  return {
    add: (call) => {
      if (calls.length >= 2 * KEPT) calls = calls.slice(-KEPT);
      calls.push(call);
    },
    all: () => calls.slice(-KEPT),
    reset: () => {
      calls = [];
    },
  };
}

/** Hides secrets, but leaves enough to see which one it was. */
export function maskSecrets(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      SECRET_PARAMETERS.has(name) ? `${value.slice(0, 4)}…${value.slice(-4)}` : value,
    ]),
  );
}

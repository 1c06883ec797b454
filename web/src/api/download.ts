import type { CallOf, Endpoint } from '@pontual/contract/endpoint.ts';
import { ApiError } from './api-error.ts';
import { networkError, openFile } from './client.ts';
import { currentSession, onSessionChange } from './session-store.ts';

/** A file may take its time, but not without a byte of progress. */
const STALL_MS = 10_000;
/** A browser may read what it saves a while after it was told to. */
const KEPT_MS = 60_000;

/**
 * Fetches a file and has the browser save it under the name that the server gave it. Resolves with
 * whether it was saved: when the session ends meanwhile it is not.
 * @throws ApiError
 */
export async function download<E extends Endpoint & { file: readonly string[] }>(
  endpoint: E,
  given: Partial<Pick<CallOf<E>, 'params' | 'query'>>,
  /** How long it may take until the first of it comes: some are made first. */
  answerMs = STALL_MS,
): Promise<boolean> {
  const token = currentSession()?.token;
  const isMine = () => currentSession()?.token === token;
  const stop = new AbortController();
  const stopWatching = onSessionChange(() => {
    if (!isMine()) stop.abort();
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waitFor = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => stop.abort(), ms);
  };
  waitFor(answerMs);
  try {
    const response = await openFile(endpoint, { ...given, signal: stop.signal });
    const file = await readAll(response, () => waitFor(STALL_MS));
    if (isMine()) saveAs(nameOf(response) ?? endpoint.path.replace(/.*\//, ''), file);
    return isMine();
  } catch (error) {
    if (!isMine()) return false;
    // Else the line broke, or nothing came any more.
    throw error instanceof ApiError ? error : networkError();
  } finally {
    clearTimeout(timer);
    stopWatching();
  }
}

async function readAll(response: Response, onBytes: () => void): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body?.getReader();
  for (;;) {
    onBytes();
    const { done = true, value } = (await reader?.read()) ?? {};
    if (value !== undefined) parts.push(value);
    if (done) break;
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
}

const nameOf = ({ headers }: Response): string | undefined =>
  /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1];

function saveAs(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}

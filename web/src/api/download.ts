import type { CallOf, Endpoint } from '@pontual/contract/shared/endpoint.ts';
import { ApiError } from './api-error.ts';
import { networkError, openFile } from './client.ts';
import { currentSession, onSessionChange } from './session-store.ts';

/** A download has no total limit; it fails after this time without progress. */
const STALL_TIMEOUT_MS = 10_000;
/** A browser may read the object URL some time after the click. */
const REVOKE_AFTER_MS = 60_000;

/** Resolves with false, and saves nothing, when the session ends meanwhile. @throws ApiError */
export async function download<E extends Endpoint & { file: readonly string[] }>(
  endpoint: E,
  input: Partial<Pick<CallOf<E>, 'params' | 'query'>>,
  /** Maximum time in ms until the first byte: the server creates some files on request. */
  timeoutMs = STALL_TIMEOUT_MS,
): Promise<boolean> {
  const token = currentSession()?.token;
  const isSameSession = () => currentSession()?.token === token;
  const controller = new AbortController();
  const stopWatching = onSessionChange(() => {
    if (!isSameSession()) controller.abort();
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const abortAfter = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.abort(), ms);
  };
  abortAfter(timeoutMs);
  try {
    const response = await openFile(endpoint, { ...input, signal: controller.signal });
    const file = await readAll(response, () => abortAfter(STALL_TIMEOUT_MS));
    if (isSameSession()) saveAs(readFileName(response) ?? endpoint.path.replace(/.*\//, ''), file);
    return isSameSession();
  } catch (error) {
    if (!isSameSession()) return false;
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

const readFileName = ({ headers }: Response): string | undefined =>
  /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1];

function saveAs(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS);
}

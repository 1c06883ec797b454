import type { Post } from '@pontual/contract/posts/posts.ts';
import type { Failure } from '@pontual/contract/shared/errors.ts';

export type Outcome<T> =
  | { kind: 'accepted'; data: T }
  | { kind: 'refused'; code: string }
  | { kind: 'unknown' };

const STORAGE_FULL = 507;

export type Api = ReturnType<typeof createApi>;

/** The HTTP API of the product as owners use it. While the database is down, results are unknown. */
export function createApi(url: string) {
  async function sendRequest<T>(
    method: string,
    path: string,
    token: string,
    body?: FormData | object,
    headers: Record<string, string> = {},
  ): Promise<Outcome<T>> {
    const isForm = body instanceof FormData;
    try {
      const response = await fetch(`${url}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(20_000),
      });
      if (response.status >= 500 && response.status !== STORAGE_FULL) return { kind: 'unknown' };
      // The cast is safe: the server serializes responses by the contract.
      const answer = (await response.json()) as { success: true; data: T } | Failure;
      return answer.success
        ? { kind: 'accepted', data: answer.data }
        : { kind: 'refused', code: answer.code };
    } catch {
      return { kind: 'unknown' };
    }
  }

  return {
    schedule: (token: string, form: FormData, key: string) =>
      sendRequest<{ post: Post }>('POST', '/schedule', token, form, { 'idempotency-key': key }),
    edit: (token: string, postId: string, form: FormData) =>
      sendRequest<{ post: Post }>('PUT', `/scheduled/${postId}`, token, form),
    remove: (token: string, postId: string) =>
      sendRequest<null>('DELETE', `/scheduled/${postId}`, token),
    publishNow: (token: string, postId: string) =>
      sendRequest<{ post: Post }>('POST', '/schedule/force-publish', token, { postId }),
    confirmAccount: (token: string) =>
      sendRequest<{ confirmed: number }>('POST', '/schedule/confirm-account', token, {}),
    disconnect: (token: string) => sendRequest<null>('POST', '/auth/instagram/disconnect', token),
  };
}

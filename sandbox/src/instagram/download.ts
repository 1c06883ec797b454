const TIMEOUT_MS = 10_000;

export type Download =
  | { kind: 'bytes'; bytes: Buffer }
  | { kind: 'unreachable' }
  | { kind: 'too-slow' }
  | { kind: 'too-large' };

/**
 * Fetches media from the caller's address, as Instagram does: ten seconds, no redirect followed,
 * and no more bytes than the format allows.
 */
export async function download(address: string, maxBytes: number): Promise<Download> {
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) return { kind: 'unreachable' };
  try {
    const response = await fetch(address, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { 'user-agent': 'facebookexternalhit/1.1 (sandbox)' },
    });
    if (response.status !== 200 || !response.body) {
      await response.body?.cancel();
      return { kind: 'unreachable' };
    }
    return await readUpTo(response.body, maxBytes);
  } catch (error) {
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError';
    return { kind: timedOut ? 'too-slow' : 'unreachable' };
  }
}

async function readUpTo(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Download> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) return { kind: 'too-large' };
    chunks.push(chunk);
  }
  return { kind: 'bytes', bytes: Buffer.concat(chunks) };
}

import { login, me, register } from '@pontual/contract/identity/auth.ts';
import { newId } from '@pontual/server/platform/ids.ts';
import { percentiles } from '../publish/statistics.ts';
import { sendRequest, type BenchRequest } from './client.ts';

const LOGINS = 10;
const REQUESTS = 500;

/** Compares the latency of a small request with and without ten parallel logins. */
export async function measureBesideLogins(url: string, token: string): Promise<string> {
  const credentials = { email: `${newId()}@bench.example`, password: 'Senha123' };
  const post = (path: string): BenchRequest => ({
    method: 'POST',
    url: `${url}/api${path}`,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(credentials)),
  });
  await sendRequest(post(register.path));
  const smallRequest: BenchRequest = {
    method: 'GET',
    url: `${url}/api${me.path}`,
    headers: { authorization: `Bearer ${token}` },
  };
  const measureWaits = async () => {
    const ms: number[] = [];
    while (ms.length < REQUESTS) ms.push((await sendRequest(smallRequest)).ms);
    return ms;
  };

  await measureWaits();
  const idleMs = await measureWaits();
  const stop = new AbortController();
  let logins = 0;
  const loginLoops = Array.from({ length: LOGINS }, async () => {
    while (!stop.signal.aborted) {
      await sendRequest(post(login.path));
      logins += 1;
    }
  });
  const startedAt = performance.now();
  const loadedMs = await measureWaits();
  stop.abort();
  const perSecond = (logins * 1000) / (performance.now() - startedAt);
  await Promise.all(loginLoops);
  const formatWaits = (ms: readonly number[]) => {
    const { p50, p99 } = percentiles(ms);
    return `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, longest ${Math.max(...ms).toFixed(1)} ms`;
  };
  return `${smallRequest.method} ${me.path} beside ${LOGINS} logins under way (${perSecond.toFixed(0)} a second): ${formatWaits(loadedMs)}; alone: ${formatWaits(idleMs)}`;
}

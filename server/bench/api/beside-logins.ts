import { login, me, register } from '@pontual/contract/auth.ts';
import { newId } from '../../src/ids.ts';
import { percentiles } from '../publish/statistics.ts';
import { ask, type Asked } from './client.ts';

const LOGINS = 10;
const REQUESTS = 500;

/** What a small request waits while ten people log in all the time, and while nobody does. */
export async function besideLogins(url: string, token: string): Promise<string> {
  const person = { email: `${newId()}@bench.example`, password: 'Senha123' };
  const post = (path: string): Asked => ({
    method: 'POST',
    url: `${url}/api${path}`,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(person)),
  });
  await ask(post(register.path));
  const small: Asked = {
    method: 'GET',
    url: `${url}/api${me.path}`,
    headers: { authorization: `Bearer ${token}` },
  };
  const waits = async () => {
    const ms: number[] = [];
    while (ms.length < REQUESTS) ms.push((await ask(small)).ms);
    return ms;
  };

  await waits();
  const alone = await waits();
  const over = new AbortController();
  let logins = 0;
  const people = Array.from({ length: LOGINS }, async () => {
    while (!over.signal.aborted) {
      await ask(post(login.path));
      logins += 1;
    }
  });
  const begun = performance.now();
  const beside = await waits();
  over.abort();
  const perSecond = (logins * 1000) / (performance.now() - begun);
  await Promise.all(people);
  const words = (ms: readonly number[]) => {
    const { p50, p99 } = percentiles(ms);
    return `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, longest ${Math.max(...ms).toFixed(1)} ms`;
  };
  return `${small.method} ${me.path} beside ${LOGINS} logins under way (${perSecond.toFixed(0)} a second): ${words(beside)}; alone: ${words(alone)}`;
}

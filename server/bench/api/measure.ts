import { cpuSecondsOf } from '../upload/watch.ts';
import { percentiles } from '../publish/statistics.ts';
import { ask, type Answered, type Asked } from './client.ts';

/** How long each part of a measurement may take, and how many requests it needs at most. */
export interface Bounds {
  warmUp: number;
  sequential: number;
  atOnce: number;
  seconds: number;
}
const CONNECTIONS = 10;

/** What requests of one kind came to. */
export interface Cost {
  /** Of the process that answers, per request, one after the other. */
  cpuMs: number;
  /** With 10 under way all the time. */
  p50: number;
  p99: number;
  /** Of the body, as sent. */
  bytes: number;
  requests: number;
}

/** `before` readies what a request finds; its time is nobody's. */
export async function measure(
  pid: number,
  next: () => Asked,
  bounds: Bounds,
  before?: () => Promise<void>,
): Promise<Cost> {
  for (let done = 0; done < bounds.warmUp; done += 1) {
    await before?.();
    await ask(next());
  }
  const cpuBefore = cpuSecondsOf(pid);
  const alone = await repeat(1, bounds.sequential, bounds.seconds, async () => {
    await before?.();
    return ask(next());
  });
  const cpuMs = ((cpuSecondsOf(pid) - cpuBefore) * 1000) / alone.length;
  // What must be readied for each request alone has no meaning for ten at once.
  const together =
    before === undefined
      ? await repeat(CONNECTIONS, bounds.atOnce, bounds.seconds, () => ask(next()))
      : [];
  const { p50, p99 } = percentiles(together.map(({ ms }) => ms));
  return { cpuMs, p50, p99, bytes: alone[0]?.bytes ?? 0, requests: alone.length };
}

/** So many at a time until there were `count`, or the time is over. */
async function repeat(
  atOnce: number,
  count: number,
  seconds: number,
  act: () => Promise<Answered>,
): Promise<Answered[]> {
  const answers: Answered[] = [];
  const until = performance.now() + seconds * 1000;
  let begun = 0;
  const one = async () => {
    while (begun < count && performance.now() < until) {
      begun += 1;
      answers.push(await act());
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return answers;
}

import { readCpuSeconds } from '../upload/watch.ts';
import { percentiles } from '../publish/statistics.ts';
import { sendRequest, type BenchResponse, type BenchRequest } from './client.ts';

/** How long each part of a measurement may take, and how many requests it needs at most. */
export interface MeasureLimits {
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
  next: () => BenchRequest,
  limits: MeasureLimits,
  prepare?: () => Promise<void>,
): Promise<Cost> {
  for (let done = 0; done < limits.warmUp; done += 1) {
    await prepare?.();
    await sendRequest(next());
  }
  const cpuBefore = readCpuSeconds(pid);
  const sequential = await repeat(1, limits.sequential, limits.seconds, async () => {
    await prepare?.();
    return sendRequest(next());
  });
  const cpuMs = ((readCpuSeconds(pid) - cpuBefore) * 1000) / sequential.length;
  // What must be readied for each request alone has no meaning for ten at once.
  const concurrent =
    prepare === undefined
      ? await repeat(CONNECTIONS, limits.atOnce, limits.seconds, () => sendRequest(next()))
      : [];
  const { p50, p99 } = percentiles(concurrent.map(({ ms }) => ms));
  return { cpuMs, p50, p99, bytes: sequential[0]?.bytes ?? 0, requests: sequential.length };
}

/** So many at a time until there were `count`, or the time is over. */
async function repeat(
  atOnce: number,
  count: number,
  seconds: number,
  send: () => Promise<BenchResponse>,
): Promise<BenchResponse[]> {
  const answers: BenchResponse[] = [];
  const until = performance.now() + seconds * 1000;
  let started = 0;
  const runOne = async () => {
    while (started < count && performance.now() < until) {
      started += 1;
      answers.push(await send());
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runOne));
  return answers;
}

import { readCpuSeconds } from '../upload/watch.ts';
import { percentiles } from '../publish/statistics.ts';
import { sendRequest, type BenchResponse, type BenchRequest } from './client.ts';

/** Time limit of each part of a measurement and the maximum number of requests. */
export interface MeasureLimits {
  warmUp: number;
  sequential: number;
  atOnce: number;
  seconds: number;
}
const CONNECTIONS = 10;

export interface Cost {
  /** CPU time of the server per request, measured sequentially, in ms. */
  cpuMs: number;
  /** Latency in ms with 10 requests in flight. */
  p50: number;
  p99: number;
  bytes: number;
  requests: number;
}

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
  // A preparation for a single request has no meaning for ten at once.
  const concurrent =
    prepare === undefined
      ? await repeat(CONNECTIONS, limits.atOnce, limits.seconds, () => sendRequest(next()))
      : [];
  const { p50, p99 } = percentiles(concurrent.map(({ ms }) => ms));
  return { cpuMs, p50, p99, bytes: sequential[0]?.bytes ?? 0, requests: sequential.length };
}

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

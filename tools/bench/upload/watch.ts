import { readFileSync, writeFileSync } from 'node:fs';

const SAMPLE_MS = 50;
/** In which Linux tells CPU time (proc_pid_stat(5)). */
const TICKS_PER_SECOND = 100;

/** What a process took while it was watched. Memory in MB. */
export interface ResourceUsage {
  beforeMb: number;
  peakMb: number;
  /** Of the processes that it started, together: the decoder's. */
  childrenPeakMb: number;
  cpuSeconds: number;
}

/** Watches a process from outside, as Linux tells of it. */
export function watchProcess(pid: number): { read(): ResourceUsage; end(): void } {
  const cpuBefore = readCpuSeconds(pid);
  const beforeMb = readMegabytes(pid, 'VmRSS');
  // The kernel's own mark, begun anew, misses nothing between two samples.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  let peakMb = beforeMb;
  let childrenPeakMb = 0;
  const sample = () => {
    peakMb = Math.max(peakMb, readMegabytes(pid, 'VmRSS'));
    const children = listChildren(pid).map((child) => readMegabytes(child, 'VmRSS'));
    const together = children.reduce((sum, megabytes) => sum + megabytes, 0);
    childrenPeakMb = Math.max(childrenPeakMb, together);
  };
  const timer = setInterval(sample, SAMPLE_MS);
  return {
    read() {
      sample();
      return {
        beforeMb,
        peakMb: Math.max(peakMb, readMegabytes(pid, 'VmHWM')),
        childrenPeakMb,
        cpuSeconds: readCpuSeconds(pid) - cpuBefore,
      };
    },
    end: () => clearInterval(timer),
  };
}

export const listChildren = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1')
    .split(' ')
    .filter((child) => child !== '')
    .map(Number);

/** User and system time of all its threads. */
export function readCpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The name of the program, in parentheses, may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** 0 once the process has ended. */
function readMegabytes(pid: number, mark: 'VmRSS' | 'VmHWM'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const [, kilobytes] = new RegExp(`${mark}:\\s+(\\d+) kB`).exec(status) ?? [];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}

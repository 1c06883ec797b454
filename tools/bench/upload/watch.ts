import { readFileSync, writeFileSync } from 'node:fs';

const SAMPLE_MS = 50;
/** The unit of CPU time in Linux (proc_pid_stat(5)). */
const TICKS_PER_SECOND = 100;

/** What a process used while it was watched. Memory in MB. */
export interface ResourceUsage {
  beforeMb: number;
  peakMb: number;
  /** Of its child processes together, which are decoders. */
  childrenPeakMb: number;
  cpuSeconds: number;
}

export function watchProcess(pid: number): { read(): ResourceUsage; end(): void } {
  const cpuBefore = readCpuSeconds(pid);
  const beforeMb = readMegabytes(pid, 'VmRSS');
  // Resets the peak memory of the kernel, which also covers the time between two samples.
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

export function readCpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

function readMegabytes(pid: number, mark: 'VmRSS' | 'VmHWM'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const [, kilobytes] = new RegExp(`${mark}:\\s+(\\d+) kB`).exec(status) ?? [];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}

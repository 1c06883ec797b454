import { readFileSync, writeFileSync } from 'node:fs';
import type { BenchCommand, ProcessReport } from './messages.ts';

const PROGRESS_MS = 200;

export function createMeter() {
  const intended = new Set<string>();
  const answered = new Map<string, number>();
  const published = new Set<string>();
  let cpuBefore = process.cpuUsage();
  let cpuAfter = cpuBefore;
  let isSampling = false;
  let startPeakMb = 0;

  function sample(): void {
    if (isSampling) return;
    isSampling = true;
    setImmediate(() => {
      isSampling = false;
      cpuAfter = process.cpuUsage();
    });
  }

  return {
    intended: (id: string): void => void intended.add(id),
    answered: (id: string): void => void answered.set(id, Date.now()),
    published(id: string): void {
      if (!answered.has(id)) return;
      published.add(id);
      sample();
    },

    serve(begin: (command: Extract<BenchCommand, { kind: 'begin' }>) => void): void {
      const sendReport = (report: ProcessReport) => process.send?.(report);
      process.on('message', (command: BenchCommand) => {
        if (command.kind === 'begin') {
          setTimeout(() => {
            startPeakMb = readPeakRssMb();
            resetPeak();
            cpuBefore = process.cpuUsage();
            cpuAfter = cpuBefore;
          }, command.measureAt - Date.now());
          begin(command);
        } else if (command.kind === 'hands') {
          sendReport({ kind: 'hands', ids: [...intended] });
        } else {
          const cpuMs =
            (cpuAfter.user - cpuBefore.user + cpuAfter.system - cpuBefore.system) / 1000;
          const peaks = { peakRssMb: readPeakRssMb(), startPeakMb };
          const result = { answered: [...answered], cpuMs, ...peaks };
          process.send?.({ kind: 'result', ...result } satisfies ProcessReport, () =>
            process.exit(0),
          );
        }
      });
      process.on('disconnect', () => process.exit(1));
      setInterval(
        () =>
          sendReport({
            kind: 'progress',
            inFlight: intended.size - published.size,
            published: published.size,
          }),
        PROGRESS_MS,
      );
      sendReport({ kind: 'ready' });
    },
  };
}

function resetPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // Only Linux supports this; elsewhere the peak covers the whole process.
  }
}

/** Reads the peak of the kernel: `resourceUsage().maxRSS` includes the size of the parent before exec. */
function readPeakRssMb(): number {
  try {
    const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'));
    if (peak?.[1] !== undefined) return Number(peak[1]) / 1024;
  } catch {
    // Not Linux.
  }
  return process.resourceUsage().maxRSS / 1024;
}

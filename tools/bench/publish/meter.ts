import { readFileSync, writeFileSync } from 'node:fs';
import type { BenchCommand, ProcessReport } from './messages.ts';

/** How often the bench is told how far this process is. */
const PROGRESS_MS = 200;

/** Measures the process that it runs in, the same way for the engine and the floor. */
export function createMeter() {
  const intended = new Set<string>();
  const answered = new Map<string, number>();
  const published = new Set<string>();
  let cpuBefore = process.cpuUsage();
  let cpuAfter = cpuBefore;
  let isSampling = false;
  let startPeakMb = 0;

  /** Once per turn of the event loop, however many outcomes it brought. */
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
    /** Its outcome is kept: for this post there is nothing left to do. */
    published(id: string): void {
      if (!answered.has(id)) return;
      published.add(id);
      sample();
    },

    /** Follows the bench's orders; `begin` is for what only one kind of process does. */
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
          // The process ends once the bench has the result.
          process.send?.({ kind: 'result', ...result } satisfies ProcessReport, () =>
            process.exit(0),
          );
        }
      });
      // A bench that dies must not leave its processes behind.
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

/** Starts the kernel's mark anew, so that what starting took is told apart. */
function resetPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // Not Linux: the peak stays that of the whole life.
  }
}

/**
 * From the kernel's mark for this program: `resourceUsage().maxRSS` also remembers the bench's own
 * size from before this process became a program of its own.
 */
function readPeakRssMb(): number {
  try {
    const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'));
    if (peak?.[1] !== undefined) return Number(peak[1]) / 1024;
  } catch {
    // Not Linux.
  }
  return process.resourceUsage().maxRSS / 1024;
}

import { setTimeout as pause } from 'node:timers/promises';
import type { ArmedFault } from '../faults.ts';
import type { FaultEffect } from './faults.ts';
import { GraphError } from './graph-error.ts';

/** What becomes of one call: an answer, or a connection that is cut. */
export type Outcome = { cut: false; result: unknown } | { cut: true; withReset: boolean };

/** Answers a call that a fault has struck: `run` is what the call would really do, and `values` fill the error's text. */
export async function playFault(
  fault: ArmedFault,
  effect: FaultEffect,
  run: () => unknown,
  values: Record<string, string>,
): Promise<Outcome> {
  if (effect.waits === 'before') await pause(fault.delayMs);
  const result = effect.takesPlace ? await run() : undefined;
  if (effect.waits === 'after') await pause(fault.delayMs);
  switch (effect.answer) {
    case 'result':
      return { cut: false, result };
    case 'error':
      throw new GraphError(effect.error ?? '1', values);
    case 'silence':
    case 'reset':
      return { cut: true, withReset: effect.answer === 'reset' };
  }
}

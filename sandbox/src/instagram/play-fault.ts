import type { ArmedFault } from '../faults.ts';
import type { FaultEffect } from './faults.ts';
import { GraphError } from './graph-error.ts';
import type { InstagramWorld } from './world.ts';

/** What becomes of one call: an answer, or a connection that is cut. */
export type Outcome = { cut: false; result: unknown } | { cut: true; withReset: boolean };

/** Answers a call that a fault has struck: `run` is what the call would really do, and `values` fill the error's text. */
export async function playFault(
  { clock, pending }: InstagramWorld,
  { delayMs }: ArmedFault,
  effect: FaultEffect,
  run: () => unknown,
  values: Record<string, string | number>,
): Promise<Outcome> {
  if (effect.waits === 'apart') {
    pending.add(delayMs, () => unheard(run));
    return { cut: true, withReset: false };
  }
  if (effect.waits === 'before') await clock.pause(delayMs);
  const result = effect.takesPlace ? await run() : undefined;
  if (effect.waits === 'after') await clock.pause(delayMs);
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

/** Runs what nobody waits for any more: a refusal is told to no one. */
function unheard(run: () => unknown): unknown {
  const forget = (error: unknown): void => {
    if (!(error instanceof GraphError)) throw error;
  };
  try {
    const result = run();
    return result instanceof Promise ? result.catch(forget) : undefined;
  } catch (error) {
    return forget(error);
  }
}

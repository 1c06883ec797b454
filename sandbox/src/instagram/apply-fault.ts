import type { ArmedFault } from '../platform/faults.ts';
import type { FaultEffect } from './faults.ts';
import { GraphError } from './graph-error.ts';
import type { InstagramContext } from './context.ts';

/** What becomes of one call: an answer, or a connection that is cut. */
export type CallOutcome = { isCut: false; result: unknown } | { isCut: true; withReset: boolean };

/** Answers a call that a fault has struck: `run` is what the call would really do, and `values` fill the error's text. */
export async function applyFault(
  { clock, pendingEffects }: InstagramContext,
  { delayMs }: ArmedFault,
  effect: FaultEffect,
  run: () => unknown,
  values: Record<string, string | number>,
): Promise<CallOutcome> {
  if (effect.delayPosition === 'apart') {
    pendingEffects.add(delayMs, () => runDetached(run));
    return { isCut: true, withReset: false };
  }
  if (effect.delayPosition === 'before') await clock.wait(delayMs);
  const result = effect.isApplied ? await run() : undefined;
  if (effect.delayPosition === 'after') await clock.wait(delayMs);
  switch (effect.response) {
    case 'result':
      return { isCut: false, result };
    case 'error':
      throw new GraphError(effect.error ?? '1', values);
    case 'silence':
    case 'reset':
      return { isCut: true, withReset: effect.response === 'reset' };
  }
}

/** Runs what nobody waits for any more: a refusal is told to no one. */
function runDetached(run: () => unknown): unknown {
  const ignoreGraphError = (error: unknown): void => {
    if (!(error instanceof GraphError)) throw error;
  };
  try {
    const result = run();
    return result instanceof Promise ? result.catch(ignoreGraphError) : undefined;
  } catch (error) {
    return ignoreGraphError(error);
  }
}

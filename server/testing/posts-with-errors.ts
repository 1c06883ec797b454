import type { MediaType, Post } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import { aScheduledPost } from './factories.ts';
import { classifyKnownError, type ErrorStep } from './instagram-errors.ts';
import { MINUTE, type PublishingSteps } from './publishing-steps.ts';

const types: Partial<Record<ErrorStep, MediaType>> = { parent: 'CAROUSEL', list: 'STORIES' };

/** The type of post that meets this step. */
export const typeAt = (step: ErrorStep): MediaType => types[step] ?? 'IMAGE';

function sandboxFaultFor(error: string, step: ErrorStep): [step: string, fault: string] {
  if (step === 'container') return ['status', `error:${error.split('/')[1]}`];
  if (step === 'parent') return ['create', error];
  if (step === 'token') return ['token', error.split('/')[1] ?? ''];
  return [step, error];
}

/** A lost authorisation counts only when Instagram says that the token is invalid, too. */
export async function raiseError(
  { world }: Pick<PublishingSteps, 'world'>,
  error: string,
  step: ErrorStep,
  times = timesOf(error),
): Promise<void> {
  await world.sandbox.fault(...sandboxFaultFor(error, step), { times });
  if (step === 'token' || classifyKnownError(error).class !== 'reconnect') return;
  // The check of the account inspects the token, too.
  await world.sandbox.fault('permissions', 'invalid', { times: step === 'quota' ? 2 : 1 });
  if (step === 'quota') return;
  // The check would find the loss before the step.
  await sql`update instagram_connections set checked_at = app_now()`.execute(world.database.db);
}

/** A read that fails with 100/33 is repeated with the other token. */
const timesOf = (error: string) => (error === '100/33' ? 2 : 1);

/** A post that is due in 20 minutes and meets the error at this step of its preparation. */
export async function aPostWithError(
  engine: PublishingSteps,
  error: string,
  step: ErrorStep,
  times = timesOf(error),
): Promise<Post> {
  const post = await aScheduledPost(engine.world, engine.client, {
    mediaType: typeAt(step),
    dueInMs: 20 * MINUTE,
  });
  if (step === 'parent') {
    await engine.advance(post._id);
    await engine.world.advanceTime(1500);
  }
  await raiseError(engine, error, step, times);
  return post;
}

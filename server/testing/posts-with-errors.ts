import type { MediaType, Post } from '@pontual/contract/posts/posts.ts';
import { aScheduledPost } from './factories.ts';
import type { ErrorStep } from './instagram-errors.ts';
import { MINUTE, type PublishingSteps } from './publishing-steps.ts';

const types: Partial<Record<ErrorStep, MediaType>> = { parent: 'CAROUSEL', list: 'STORIES' };

/** The type of post that meets this step. */
export const typeAt = (step: ErrorStep): MediaType => types[step] ?? 'IMAGE';

export function sandboxFaultFor(error: string, step: ErrorStep): [step: string, fault: string] {
  if (step === 'container') return ['status', `error:${error.split('/')[1]}`];
  if (step === 'parent') return ['create', error];
  if (step === 'token') return ['token', error.split('/')[1] ?? ''];
  return [step, error];
}

/** A read that fails with 100/33 is repeated with the other token. */
export const timesOf = (error: string) => (error === '100/33' ? 2 : 1);

/** A post that is due in 20 minutes and meets the error at this step of its preparation. */
export async function aPostWithError(
  engine: PublishingSteps,
  error: string,
  step: ErrorStep,
  times = 1,
): Promise<Post> {
  const post = await aScheduledPost(engine.world, engine.client, {
    mediaType: typeAt(step),
    dueInMs: 20 * MINUTE,
  });
  if (step === 'parent') {
    await engine.advance(post._id);
    await engine.world.advanceTime(1500);
  }
  await engine.world.sandbox.fault(...sandboxFaultFor(error, step), { times });
  return post;
}

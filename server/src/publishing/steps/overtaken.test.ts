import { expect, test } from 'vitest';
import { aScheduledPost } from '../../../testing/factories.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';
import { createServices } from '../../composition/services.ts';
import { sendOverHttp } from '../../instagram/graph/transport.ts';

const engine = usePublishing();

test('a worker that was overtaken gives up no container that another one uses', async () => {
  const post = await aScheduledPost(engine.world, engine.client, { dueInMs: 20 * MINUTE });
  await engine.advance(post._id);
  await engine.world.advanceTime(5000);
  const { serviceOptions, database } = engine.world;
  const [polled, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const services = await createServices({
    ...serviceOptions,
    database,
    clock: { ...serviceOptions.clock, after: () => () => undefined },
    async transport(request) {
      const response = await sendOverHttp(request);
      if (!request.url.includes('status_code')) return response;
      polled.resolve();
      await goOn.promise;
      return response;
    },
  });
  await engine.world.sandbox.fault('status', '24/2207006', { times: 1 });
  const step = services.publishing.advancePost(post._id);
  await polled.promise;
  await engine.world.advanceTime(2 * MINUTE);
  await engine.world.sandbox.clearFaults();
  await engine.untilReady(post._id);
  goOn.resolve();
  await step;
  await services.close();
  await engine.advanceUntil(post._id, 'published', MINUTE);
  expect(await engine.containers()).toHaveLength(1);
});

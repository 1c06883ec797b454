import {
  addSlots,
  bestHours,
  getQueue,
  moveInQueue,
  getNextQueueSlot,
  removeSlot,
} from '@pontual/contract/planning/queue.ts';
import { serve, type ApiRouter } from '../../platform/http/serve.ts';
import type { Queue } from './queue.service.ts';

export function registerQueueRoutes(router: ApiRouter, { queue }: { queue: Queue }): void {
  serve(router, getQueue, (_request, member) => queue.view(member));

  serve(router, getNextQueueSlot, (_request, member) => queue.next(member));

  serve(router, bestHours, ({ query }, member) => queue.bestHours(member, query.account));

  serve(router, addSlots, async ({ body }, member) => ({
    slots: await queue.add(member, body.slots),
  }));

  serve(router, removeSlot, async ({ params }, member) => ({
    slots: await queue.remove(member, params.id),
  }));

  serve(router, moveInQueue, ({ body }, member) =>
    queue.move(member, body.postId, new Date(body.scheduledTime)),
  );
}

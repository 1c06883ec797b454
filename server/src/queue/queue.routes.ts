import {
  addSlots,
  bestHours,
  getQueue,
  moveInQueue,
  nextPlace,
  removeSlot,
} from '@pontual/contract/queue.ts';
import { serve, type Serving } from '../http/serve.ts';
import type { Queue } from './queue.service.ts';

export function registerQueueRoutes(serving: Serving, { queue }: { queue: Queue }): void {
  serve(serving, getQueue, (_request, member) => queue.view(member));

  serve(serving, nextPlace, (_request, member) => queue.next(member));

  serve(serving, bestHours, ({ query }, member) => queue.bestHours(member, query.account));

  serve(serving, addSlots, async ({ body }, member) => ({
    slots: await queue.add(member, body.slots),
  }));

  serve(serving, removeSlot, async ({ params }, member) => ({
    slots: await queue.remove(member, params.id),
  }));

  serve(serving, moveInQueue, ({ body }, member) =>
    queue.move(member, body.postId, new Date(body.scheduledTime)),
  );
}

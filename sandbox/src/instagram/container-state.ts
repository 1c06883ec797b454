import { DAY } from './graph-time.ts';
import type { Container } from './media-records.ts';
import type { InstagramContext } from './context.ts';

export type ContainerState = 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED';

/** Derives the state of a container from its record and the time; the state itself is not stored. */
export function stateOf(context: InstagramContext, container: Container): ContainerState {
  const now = context.clock.now();
  if (container.publishedAs !== null) return 'PUBLISHED';
  if (now >= container.createdAt + DAY) return 'EXPIRED';
  if (container.readyAt === null || now < container.readyAt) return 'IN_PROGRESS';
  if (container.failure !== null) return 'ERROR';
  if (container.videoUrl !== null) return 'IN_PROGRESS';
  if (container.kind !== 'carousel') return 'FINISHED';
  const children = new Set(container.children.map((id) => childState(context, id)));
  if (children.has('ERROR') || children.has('EXPIRED')) return 'ERROR';
  return children.has('IN_PROGRESS') ? 'IN_PROGRESS' : 'FINISHED';
}

function childState(context: InstagramContext, id: string): ContainerState {
  const child = context.records.containers.get(id);
  return child ? stateOf(context, child) : 'ERROR';
}

export function statusText(state: ContainerState, failure: string | null): string {
  switch (state) {
    case 'IN_PROGRESS':
      return 'In Progress: Media is still being processed.';
    case 'FINISHED':
      return 'Finished: Media has been uploaded and it is ready to be published.';
    case 'PUBLISHED':
      return 'Published: Media has been successfully published.';
    case 'EXPIRED':
      return 'Expired: Media was not published within 24 hours and can no longer be published.';
    case 'ERROR':
      return `Error: Media upload has failed with error code ${failure ?? '2207006'}`;
  }
}

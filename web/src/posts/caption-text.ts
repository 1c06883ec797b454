import { CAPTION_MAX, captionLength } from '@pontual/contract/posts.ts';

/** How near a caption is to its end (specification, section 9). */
export type Room = 'free' | 'short' | 'shortest' | 'over';

export function captionRoom(caption: string): { left: number; room: Room } {
  const left = CAPTION_MAX - captionLength(caption);
  if (left < 0) return { left, room: 'over' };
  if (left < 50) return { left, room: 'shortest' };
  return { left, room: left < 200 ? 'short' : 'free' };
}

import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { CircleDashed, Clapperboard, Image, Images, Video, type LucideIcon } from 'lucide-react';

const icons: Record<MediaType, LucideIcon> = {
  IMAGE: Image,
  VIDEO: Video,
  REELS: Clapperboard,
  STORIES: CircleDashed,
  CAROUSEL: Images,
};

/** Decorative: the name is beside it, or in the label around it. */
export function MediaTypeIcon({ type, size }: { type: MediaType; size: number }) {
  const Icon = icons[type];
  return <Icon size={size} />;
}

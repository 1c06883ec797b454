import {
  MAX_IMAGE_RATIO,
  MIN_IMAGE_RATIO,
  STORY_RATIO,
} from '@pontual/contract/shared/instagram-limits.ts';
import { targetRatio } from '@pontual/contract/posts/target-ratio.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { instagramLimits } from '../../instagram/installed-limits.ts';
import type { PostForm, PickedFile } from '../form.rules.ts';

type PreviewKind = 'feed' | 'reel' | 'story';

export function previewKindOf(type: MediaType | null, files: readonly PickedFile[]): PreviewKind {
  if (files.length === 0) return 'feed';
  if (type === 'REELS') return 'reel';
  return type === 'STORIES' ? 'story' : 'feed';
}

/** Specification, section 2, post preview. */
export const badges: Partial<Record<MediaType, string>> = {
  REELS: 'REELS',
  STORIES: 'STORY',
  CAROUSEL: 'CARROSSEL',
};

/** Width divided by height. */
export function mediaRatioOf(files: readonly PickedFile[], type: MediaType): number {
  if (type === 'REELS' || type === 'STORIES') return STORY_RATIO;
  const [first] = files;
  if (first === undefined || first.width === 0 || first.height === 0) return 1;
  const videoRatio = Math.min(
    MAX_IMAGE_RATIO,
    Math.max(MIN_IMAGE_RATIO, first.width / first.height),
  );
  return targetRatio(type, files, instagramLimits()) ?? videoRatio;
}

/** `atelie.barro e lia.azulejos`, `atelie.barro e 2 outras`. */
export function authorsText(username: string, collaborators: readonly string[]): string {
  const [first, ...others] = collaborators.map((name) => name.replace(/^@/, ''));
  if (first === undefined) return username;
  return others.length === 0
    ? `${username} e ${first}`
    : `${username} e ${collaborators.length} outras`;
}

/** Not only of reels, as in the composer: an import or the API may set them for other types. */
export const listShownCollaborators = (form: PostForm, type: MediaType | null): readonly string[] =>
  type === 'STORIES' ? [] : form.collaborators;

export function audioText({ audioName }: Pick<PostForm, 'audioName'>, username: string): string {
  const name = audioName.trim();
  return name === '' ? `Som original, ${username}` : name;
}

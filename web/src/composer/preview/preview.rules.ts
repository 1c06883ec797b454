import { targetRatio } from '@pontual/contract/posts/target-ratio.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import type { Form, PickedFile } from '../form.rules.ts';

/** As what Instagram shows a post. */
type PreviewKind = 'feed' | 'reel' | 'story';

/** A story and a reel fill the phone; all others stand in the feed, as does what is not chosen yet. */
export function previewKindOf(type: MediaType | null, files: readonly PickedFile[]): PreviewKind {
  if (files.length === 0) return 'feed';
  if (type === 'REELS') return 'reel';
  return type === 'STORIES' ? 'story' : 'feed';
}

/** The types whose name stands on the picture (specification, section 2, post preview). */
export const badges: Partial<Record<MediaType, string>> = {
  REELS: 'REELS',
  STORIES: 'STORY',
  CAROUSEL: 'CARROSSEL',
};

/** What Instagram shows at the most and at the least, width by height, in the feed. */
const [TALLEST, WIDEST] = [4 / 5, 1.91];
const FULL_SCREEN_RATIO = 9 / 16;

/** Width by height of the place in which the media of a post stand. */
export function mediaRatioOf(files: readonly PickedFile[], type: MediaType): number {
  if (type === 'REELS' || type === 'STORIES') return FULL_SCREEN_RATIO;
  const [first] = files;
  if (first === undefined || first.width === 0 || first.height === 0) return 1;
  const ratio = targetRatio(type, files) ?? first.width / first.height;
  return Math.min(WIDEST, Math.max(TALLEST, ratio));
}

/** Who posts, and with whom: `atelie.barro e lia.azulejos`, `atelie.barro e 2 outras`. */
export function authorsText(username: string, collaborators: readonly string[]): string {
  const [first, ...others] = collaborators.map((name) => name.replace(/^@/, ''));
  if (first === undefined) return username;
  return others.length === 0
    ? `${username} e ${first}`
    : `${username} e ${collaborators.length} outras`;
}

/** The composer asks for them of reels alone (specification, section 3, create form); a sheet or a program names them of others, too. */
export const listShownCollaborators = (form: Form, type: MediaType | null): readonly string[] =>
  type === 'STORIES' ? [] : form.collaborators;

/** What is heard in a reel. */
export function audioText({ audioName }: Pick<Form, 'audioName'>, username: string): string {
  const name = audioName.trim();
  return name === '' ? `Som original, ${username}` : name;
}

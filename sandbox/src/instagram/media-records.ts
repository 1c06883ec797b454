/** The kinds of container: what the columns I, R, S, C, Ci, Cv of the parameter table are. */
export type ContainerKind =
  | 'image'
  | 'reel'
  | 'story'
  | 'carousel'
  | 'carousel-image'
  | 'carousel-video';

export type UserTag = { username: string; x?: number | undefined; y?: number | undefined };

/** What the caller wished for the post, as far as it is kept and shown. */
export type MediaOptions = {
  caption: string | null;
  alt_text: string | null;
  location_id: string | null;
  user_tags: UserTag[];
  collaborators: string[];
  share_to_feed: boolean | null;
  thumb_offset: number | null;
  audio_name: string | null;
};

/** A file that was downloaded from the caller's address. */
export type MediaFile = { sha256: string; type: 'IMAGE' | 'VIDEO' };

/** A container; its state is never stored, it follows from these facts and the time. */
export type Container = {
  id: string;
  accountId: string;
  kind: ContainerKind;
  isCarouselItem: boolean;
  options: MediaOptions;
  createdAt: number;
  /** When processing ends; null means never (the fault `stuck`). */
  readyAt: number | null;
  /** The address of a video that is still to be downloaded. */
  videoUrl: string | null;
  file: MediaFile | null;
  /** The picture a reel is shown by, if one was sent. */
  coverSha256: string | null;
  children: string[];
  /** The subcode that processing fails with. */
  failure: string | null;
  publishedAs: string | null;
  /** Does the check find protected music or pictures? */
  hasCopyrightMatch: boolean;
  /** The typed text in which sentinels stand, if any do: a story's caption is not kept else. */
  sentinels: string;
};

export type MediumChild = {
  id: string;
  containerId: string;
  file: MediaFile;
  altText: string | null;
  userTags: UserTag[];
};

/** A published medium. */
export type Medium = {
  id: string;
  accountId: string;
  username: string;
  containerId: string;
  product: 'FEED' | 'REELS' | 'STORY';
  options: MediaOptions;
  shortcode: string;
  publishedAt: number;
  file: MediaFile | null;
  coverSha256: string | null;
  children: MediumChild[];
  areCommentsEnabled: boolean;
};

export type Comment = {
  id: string;
  mediaId: string;
  username: string;
  text: string;
  createdAt: number;
  hidden: boolean;
};

/** The kinds of container: the columns I, R, S, C, Ci, Cv of the parameter table. */
export type ContainerKind =
  | 'image'
  | 'reel'
  | 'story'
  | 'carousel'
  | 'carousel-image'
  | 'carousel-video';

export type UserTag = { username: string; x?: number | undefined; y?: number | undefined };

/** The options of the post that are stored and returned. */
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

export type MediaFile = { sha256: string; type: 'IMAGE' | 'VIDEO' };

/** A container; its state is not stored, but derived from this record and the time. */
export type Container = {
  id: string;
  accountId: string;
  /** Created with a token of Instagram Login, so by another app than that of Facebook Login. */
  isOfInstagramLogin: boolean;
  kind: ContainerKind;
  isCarouselItem: boolean;
  options: MediaOptions;
  createdAt: number;
  /** The end of the processing; null means never (the fault `stuck`). */
  readyAt: number | null;
  videoUrl: string | null;
  /** A resumable upload; the size is known from its first call. */
  upload: { size: number | null } | null;
  file: MediaFile | null;
  coverSha256: string | null;
  children: string[];
  /** The subcode with which the processing fails. */
  failure: string | null;
  publishedAs: string | null;
  hasCopyrightMatch: boolean;
  /** The typed text if it contains sentinels; the caption of a story is not stored otherwise. */
  sentinels: string;
};

export type MediumChild = {
  id: string;
  containerId: string;
  file: MediaFile;
  altText: string | null;
  userTags: UserTag[];
};

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
  /** Of the comment that a reply belongs to. */
  parentId: string | null;
  username: string;
  text: string;
  createdAt: number;
  hidden: boolean;
};

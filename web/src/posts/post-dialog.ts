import type { Post } from '@pontual/contract/posts/posts.ts';

/** What a dialog about one post is given. */
export interface PostDialogProps {
  post: Post;
  open: boolean;
  onClose: () => void;
  /** What was asked for is under way, and the button that led here is gone. */
  onDone: () => void;
  /** The element that takes the focus afterwards; null: the one that had it before. */
  focusAfter: () => HTMLElement | null;
}

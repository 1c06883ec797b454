import type { Post } from '@pontual/contract/posts/posts.ts';

export interface PostDialogProps {
  post: Post;
  open: boolean;
  onClose: () => void;
  /** The request was accepted, and the button that opened the dialog is gone. */
  onDone: () => void;
  /** Null restores the previous focus. */
  focusAfter: () => HTMLElement | null;
}

import type { Post } from '@pontual/contract/posts/posts.ts';

export interface PostDialogProps {
  post: Post;
  open: boolean;
  onClose: () => void;
  /** Called when the request was accepted and the button that opened the dialog is gone. */
  onDone: () => void;
  /** Returns the element that gets the focus afterwards; null for the previous one. */
  focusAfter: () => HTMLElement | null;
}

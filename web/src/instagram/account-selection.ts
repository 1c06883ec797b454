/** An account that posts are narrowed to; what names none is the first one's. */
export interface AccountSelection {
  id: string;
  isFirst: boolean;
}

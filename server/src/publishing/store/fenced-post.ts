/** The fence refuses the writes of an overtaken worker. */
export interface FencedPost {
  id: string;
  fence: number;
}

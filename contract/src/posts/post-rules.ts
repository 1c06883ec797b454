import type { MediaType, PostStatus } from './posts.ts';

export interface MediaTypeOption {
  value: MediaType;
  label: string;
  maxFiles: number;
  accepts: string;
  icon: string;
}

// MIME types and file extensions: browsers know no type for some of them (specification, section 3).
const imageFiles =
  'image/jpeg,image/jpg,image/png,image/heic,image/heif,.jpg,.jpeg,.png,.heic,.heif';
const storyVideoFiles = 'video/mp4,video/quicktime,video/mov,.mp4,.mov';
const videoFiles = `${storyVideoFiles},video/avi,video/x-msvideo,video/msvideo,.avi`;

/** The post types in display order. The web uses them when the request for the list fails. */
export const mediaTypeOptions: readonly MediaTypeOption[] = [
  { value: 'IMAGE', label: 'Post de Imagem', maxFiles: 1, accepts: imageFiles, icon: 'image' },
  { value: 'VIDEO', label: 'Post de Vídeo', maxFiles: 1, accepts: videoFiles, icon: 'video' },
  { value: 'REELS', label: 'Reels', maxFiles: 1, accepts: videoFiles, icon: 'reels' },
  {
    value: 'STORIES',
    label: 'Stories',
    maxFiles: 1,
    accepts: `${imageFiles},${storyVideoFiles}`,
    icon: 'stories',
  },
  {
    value: 'CAROUSEL',
    label: 'Carrossel',
    maxFiles: 10,
    accepts: `${imageFiles},${videoFiles}`,
    icon: 'carousel',
  },
];

/** Returns the types that accept these files (specification, section 2, Wizard). */
export function mediaTypesFor(kinds: readonly ('image' | 'video')[]): MediaType[] {
  const [kind] = kinds;
  if (kind === undefined) return [];
  if (kinds.length > 1) return ['CAROUSEL'];
  return kind === 'video' ? ['VIDEO', 'REELS', 'STORIES'] : ['IMAGE', 'STORIES'];
}

export function suggestMediaType(kinds: readonly ('image' | 'video')[]): MediaType {
  if (kinds.length > 1) return 'CAROUSEL';
  return kinds[0] === 'video' ? 'REELS' : 'IMAGE';
}

export const mediaTypeNames: Record<MediaType, string> = {
  IMAGE: 'Imagem',
  VIDEO: 'Vídeo',
  REELS: 'Reels',
  STORIES: 'Stories',
  CAROUSEL: 'Carrossel',
};

export const postStatusNames: Record<PostStatus, string> = {
  draft: 'Rascunho',
  scheduled: 'Agendado',
  pending: 'Pendente',
  published: 'Publicado',
  failed: 'Falhou',
  error: 'Erro',
  expired: 'Expirado',
};

interface PostPermissions {
  edit: boolean;
  delete: boolean;
  publishNow: boolean;
}

export const postPermissions: Record<PostStatus, PostPermissions> = {
  draft: { edit: true, delete: true, publishNow: false },
  scheduled: { edit: true, delete: true, publishNow: true },
  pending: { edit: false, delete: false, publishNow: false },
  published: { edit: false, delete: false, publishNow: false },
  failed: { edit: true, delete: false, publishNow: true },
  error: { edit: true, delete: false, publishNow: true },
  expired: { edit: true, delete: false, publishNow: true },
};

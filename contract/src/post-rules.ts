import type { MediaType, PostStatus } from './posts.ts';

export interface MediaTypeOption {
  value: MediaType;
  label: string;
  maxFiles: number;
  /** The `accept` list of the file input. */
  accepts: string;
  icon: string;
}

/** The types of post on offer, in the order shown. The web falls back to them when asking fails. */
export const mediaTypeOptions: readonly MediaTypeOption[] = [
  {
    value: 'IMAGE',
    label: 'Post de Imagem',
    maxFiles: 1,
    accepts: 'image/jpeg,image/png,.jpg,.jpeg,.png',
    icon: 'image',
  },
];

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

interface Permissions {
  edit: boolean;
  delete: boolean;
  publishNow: boolean;
}

/** What may be done with a post, by its status: one table for server and web. */
export const postCan: Record<PostStatus, Permissions> = {
  draft: { edit: true, delete: true, publishNow: false },
  scheduled: { edit: true, delete: true, publishNow: true },
  pending: { edit: false, delete: false, publishNow: false },
  published: { edit: false, delete: false, publishNow: false },
  failed: { edit: true, delete: false, publishNow: true },
  error: { edit: true, delete: false, publishNow: true },
  expired: { edit: true, delete: false, publishNow: true },
};

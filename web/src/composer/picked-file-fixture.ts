import type { PickedFile } from './form.rules.ts';

const defaults = { fit: 'crop', altText: '', tags: [] } as const;

export function aPicture(name = 'caneca.jpg', width = 1080, height = 1350): PickedFile {
  const file = new File(['pixels'], name, { type: 'image/jpeg', lastModified: 1 });
  return { ...defaults, file, url: `blob:${name}`, kind: 'image', width, height, durationMs: null };
}

export function aVideo(name = 'torno.mp4'): PickedFile {
  const file = new File(['frames'], name, { type: 'video/mp4', lastModified: 1 });
  const size = { width: 1080, height: 1920 };
  return { ...defaults, file, url: `blob:${name}`, kind: 'video', ...size, durationMs: 38_000 };
}

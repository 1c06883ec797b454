import { APP } from './app-credentials.ts';
import type { GraphCall } from './graph-endpoint.ts';
import { graphTimestamp } from './graph-time.ts';

export function faultValues(
  { method, id, params }: GraphCall,
  now: number,
): Record<string, string | number> {
  return {
    method: method.toLowerCase(),
    id,
    'creation-id': params['creation_id'] ?? id,
    'media-id': params['creation_id'] ?? id,
    uri: params['image_url'] ?? params['video_url'] ?? '',
    detail: 'Invalid parameter',
    scope: 'instagram_content_publish',
    path: `/${id}`,
    'app-id': APP.id,
    'user-id': '10158000000000001',
    date: graphTimestamp(now),
    now: graphTimestamp(now),
    'media-type': params['media_type'] ?? 'IMAGE',
    'max-tag-count': 20,
    size: '8 MiB',
    format: 'JPEG',
    'current-image-format': 'PNG',
    'submitted-ratio': '0.5000',
    'submitted-caption-length': Array.from(params['caption'] ?? '').length,
    'maximum-caption-length': 2200,
    'video-length': '10.00',
    video: 'video',
    users: 'alguem',
  };
}

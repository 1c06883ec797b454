import { documentedLimits } from '@pontual/contract/shared/instagram-limits.ts';
import { expect, test } from 'vitest';
import { mediaRefusal } from './media.rules.ts';

test('a video too large for a story says the limit in the unit of all sizes', () => {
  const video = { kind: 'video', width: 1080, height: 1920, durationMs: 30_000 } as const;
  const refusalOf = (bytes: number) =>
    mediaRefusal(documentedLimits, 'STORIES', [{ ...video, bytes, state: 'ready' }])?.message;
  expect(refusalOf(100_000_000)).toBeUndefined();
  expect(refusalOf(100_000_001)).toBe('Em Stories, o Instagram aceita vídeos de até 95 MB.');
});

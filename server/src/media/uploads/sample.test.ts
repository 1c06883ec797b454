import sharp from 'sharp';
import { expect, test } from 'vitest';
import { SAMPLE } from './sample.ts';

test('the sample is a small file, and a picture in the size that Instagram shows', async () => {
  const picture = sharp(SAMPLE.bytes, { failOn: 'warning' });
  expect(await picture.metadata()).toMatchObject({
    format: 'jpeg',
    width: 1080,
    height: 1080,
    space: 'srgb',
  });
  const { channels } = await picture.stats();
  expect(channels.map(({ min, max }) => [min, max])).toEqual([
    [128, 128],
    [128, 128],
    [128, 128],
  ]);
  expect(SAMPLE.bytes.length).toBeLessThan(8000);
});

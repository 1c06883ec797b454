import sharp from 'sharp';
import { expect, test } from 'vitest';
import { withProfile } from './profiles.ts';

test('converts the wide colours of a phone to sRGB', async () => {
  const colour = { r: 200, g: 60, b: 40 };
  const plain = sharp({ create: { width: 8, height: 8, channels: 3, background: colour } });
  const wide = await plain.withIccProfile('p3').png().toBuffer();
  const { icc } = await sharp(wide).metadata();
  const { data, info } = await sharp(wide, { ignoreIcc: true }).raw().toBuffer({
    resolveWithObject: true,
  });
  expect(Math.abs((data[0] ?? 0) - colour.r)).toBeGreaterThan(5);
  const { width, height } = info;
  const bare = sharp(data, { raw: { width, height, channels: 3 } });
  const known = await withProfile(bare, icc ?? Buffer.alloc(0));
  const [red = 0, green = 0, blue = 0] = await known.toColourspace('srgb').raw().toBuffer();
  expect(Math.abs(red - colour.r)).toBeLessThan(4);
  expect(Math.abs(green - colour.g)).toBeLessThan(4);
  expect(Math.abs(blue - colour.b)).toBeLessThan(4);
});

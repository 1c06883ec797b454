import sharp from 'sharp';

/** A photograph's stand-in: a JPEG that no other picture equals. */
export async function aPicture({ width = 1080, height = 1080 } = {}): Promise<Buffer> {
  const shade = () => Math.floor(Math.random() * 256);
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: { r: shade(), g: shade(), b: shade() },
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg({ quality: 80 })
    .toBuffer();
}

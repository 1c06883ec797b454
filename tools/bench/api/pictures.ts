import sharp from 'sharp';

/** Creates a picture as a telephone reduces it: 1080 by 1080 with enough detail for some hundred kB. */
export const createPicture = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 1080,
      height: 1080,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
    .jpeg({ quality: 80 })
    .toBuffer();

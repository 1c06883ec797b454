import { beforeEach, expect, test } from 'vitest';
import type { PickedFile } from './form.rules.ts';
import { createInspector, type Inspect } from './inspect-files.ts';

type MediaFacts = Pick<PickedFile, 'width' | 'height' | 'durationMs'>;

const accepts = 'image/jpeg,image/heic,video/mp4';

let pendingMeasurements: Map<string, (facts: MediaFacts | null) => void>;
let timers: Set<{ ms: number; end: () => void }>;
let revokedUrls: string[];
let inspect: Inspect;

beforeEach(() => {
  pendingMeasurements = new Map();
  timers = new Set();
  revokedUrls = [];
  inspect = createInspector({
    previews: {
      create: ({ name }) => `blob:${name}`,
      release: (files) => revokedUrls.push(...files.map(({ url }) => url)),
    },
    measure: (_, url) => new Promise((resolve) => pendingMeasurements.set(url, resolve)),
    startTimer: (ms, end) => {
      const timer = { ms, end };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  });
});

const aFile = (name: string, type: string) => new File(['x'], name, { type });
const photo = aFile('caneca.jpg', 'image/jpeg');
const video = aFile('fornada.mp4', 'video/mp4');

test('a file that never finishes opening is accepted after 5 s, without its size', async () => {
  const inspection = inspect([photo, video], accepts);
  pendingMeasurements.get('blob:caneca.jpg')?.({ width: 1080, height: 1350, durationMs: null });
  await expect.poll(() => timers.size).toBe(1);
  const [left] = timers;
  expect(left?.ms).toBe(5000);
  left?.end();
  const { files, rejected } = await inspection;
  expect(files).toMatchObject([
    { file: photo, kind: 'image', width: 1080, height: 1350 },
    { file: video, kind: 'video', url: 'blob:fornada.mp4', width: 0, height: 0 },
  ]);
  expect(rejected).toEqual([]);
  expect(revokedUrls).toEqual([]);
  expect(timers.size).toBe(0);
});

test('a photo that the browser cannot show is refused at once, a HEIC is not', async () => {
  const inspection = inspect([photo, aFile('IMG_0042.HEIC', 'image/heic')], accepts);
  pendingMeasurements.get('blob:caneca.jpg')?.(null);
  pendingMeasurements.get('blob:IMG_0042.HEIC')?.(null);
  const { files, rejected } = await inspection;
  expect(files).toMatchObject([{ kind: 'image', width: 0, height: 0 }]);
  expect(rejected).toMatchObject([{ name: 'caneca.jpg' }]);
  expect(revokedUrls).toEqual(['blob:caneca.jpg']);
  expect(timers.size).toBe(0);
});

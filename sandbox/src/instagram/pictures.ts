import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { mainFileOf } from './media-facts.ts';
import type { MediaFile } from './media-records.ts';
import type { InstagramContext } from './context.ts';

const idParams = z.object({ id: z.string() });
const usernameParams = z.object({ username: z.string() });

export function servePictures(app: FastifyInstance, context: InstagramContext): void {
  const { blobs, media } = context.records;
  app.get('/_sandbox/media/:id', async (request, reply) => {
    const file = findFile(context, idParams.parse(request.params).id);
    const blob = file && blobs.read(file.sha256);
    if (!blob) return reply.status(404).send({ error: 'no such media' });
    return reply.type(blob.type).send(Buffer.from(blob.bytes));
  });
  app.get('/_sandbox/media/:id/thumbnail', async (request, reply) => {
    const medium = media.get(idParams.parse(request.params).id);
    const blob = medium?.coverSha256 && blobs.read(medium.coverSha256);
    if (blob) return reply.type(blob.type).send(Buffer.from(blob.bytes));
    return reply.type('image/svg+xml').send(thumbnail);
  });
  app.get('/_sandbox/pictures/:username.svg', async (request, reply) => {
    const { username } = usernameParams.parse(request.params);
    return reply.type('image/svg+xml').send(profilePicture(username));
  });
}

function findFile({ records }: InstagramContext, id: string): MediaFile | undefined {
  const medium = records.media.get(id);
  if (medium) return mainFileOf(medium);
  for (const { children } of records.media.all()) {
    const child = children.find((each) => each.id === id);
    if (child) return child.file;
  }
  return undefined;
}

const thumbnail = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 160" width="360" height="640"><rect width="90" height="160" fill="#31465c"/><path d="M36 66v28l24-14z" fill="#dfe8f1"/></svg>`;

function profilePicture(username: string): string {
  const drawings: Record<string, string> = {
    'atelie.barro':
      '<rect width="96" height="96" fill="#b4633f"/><path d="M20 42h56c0 20-11 32-28 32S20 62 20 42z" fill="#f3e3d3"/><path d="M20 42h56v5H20z" fill="#7c3f25"/>',
    'cafe.serra':
      '<rect width="96" height="96" fill="#2f5d50"/><path d="M28 38h34v22a12 12 0 0 1-12 12H40a12 12 0 0 1-12-12z" fill="#f0e8d8"/><path d="M62 44h5a7 7 0 0 1 0 14h-5" fill="none" stroke="#f0e8d8" stroke-width="4"/><path d="M38 30q-4-5 0-10M50 30q-4-5 0-10" fill="none" stroke="#f0e8d8" stroke-width="3"/>',
  };
  const initial = username
    .replaceAll(/[^a-z0-9]/gi, '')
    .slice(0, 1)
    .toUpperCase();
  const drawing =
    drawings[username] ??
    `<rect width="96" height="96" fill="#4a6580"/><text x="48" y="62" font-size="42" text-anchor="middle" fill="#eef3f8" font-family="sans-serif">${initial}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="192" height="192">${drawing}</svg>`;
}
